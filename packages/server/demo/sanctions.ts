import { warningsToBan } from "@knowhow/shared";
import type { Trx } from "../src/database/BaseModel.ts";
import { noticeOf, postNotice } from "../src/features/penalties/notice.ts";
import { refreshHolds } from "../src/features/settlements/holds.ts";
import { Penalty } from "../src/features/penalties/Penalty.ts";

const reasons = {
  warned1: "댓글에 외부 판매처를 반복해서 홍보했습니다.",
  suspended1: "경고를 받은 뒤에도 같은 홍보 댓글을 다시 올렸습니다.",
  banned1: "다른 사람의 저작물을 자신의 콘텐츠로 세 차례 판매했습니다.",
} as const;

/** Sanctions of the demo accounts that are there to show the notice: a first, a second and a third warning. */
export const insertSanctions = async (trx: Trx, people: Map<string, string>): Promise<void> => {
  const admin = people.get("admin1") ?? null;
  const warn = async (userId: keyof typeof reasons, daysAgo: number, lastsDays: number | null) => {
    await trx.raw(
      `insert into user_penalties (user_id, admin_id, penalty_type, duration, reason, start_date, end_date, created_at)
       select ?, ?, 'warning', ?::int, ?, at, at + ?::int * interval '1 day', at
       from (select app_now() - ? * interval '1 day' as at) t`,
      [people.get(userId) ?? null, admin, lastsDays, reasons[userId], lastsDays, daysAgo],
    );
  };
  await warn("warned1", 2, null);
  await warn("suspended1", 40, null);
  await warn("suspended1", 0, 7);
  for (const daysAgo of [90, 60, 1]) await warn("banned1", daysAgo, null);
  await trx.raw(
    `update users u set warning_count = n, suspended_until = last_end,
       is_banned = case when n >= 3 then 1 else 0 end, ban_reason = case when n >= 3 then ? end
     from (select user_id, count(*) as n, max(end_date) as last_end from user_penalties group by user_id) p
     where p.user_id = u.id`,
    [reasons.banned1],
  );
  for (const userId of Object.keys(reasons)) {
    const id = people.get(userId);
    if (id !== undefined) await refreshHolds(trx, id);
  }
  await tellSanctioned(trx, people);
};

/** The notice rooms of the sanctioned, with what each was told when it happened. */
const tellSanctioned = async (trx: Trx, people: Map<string, string>): Promise<void> => {
  const penalties = await Penalty.query(trx)
    .whereIn("user_id", [...people.values()])
    .orderBy("created_at")
    .orderBy("id");
  const warnings = new Map<string, number>();
  for (const penalty of penalties) {
    const { id, userId, createdAt, endDate, reason } = penalty;
    const warningCount = (warnings.get(userId) ?? 0) + 1;
    warnings.set(userId, warningCount);
    const isBanned = warningCount >= warningsToBan;
    const standing = { warningCount, isBanned, suspendedUntil: endDate, banReason: isBanned ? reason : null };
    const text = noticeOf(penalty, standing);
    const [told] = await postNotice(trx, { userId, penaltyId: id, text, admins: [] });
    if (told?.name !== "message") throw new Error("a sanctioned user was told nothing");
    await trx("admin_chat_messages").where({ id: told.data.id }).update({ created_at: createdAt });
    await trx("admin_chat_rooms").where({ id: told.data.roomId }).update({ last_message_at: createdAt });
  }
};
