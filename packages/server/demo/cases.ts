import { refundDays } from "@knowhow/shared";
import type { Trx } from "../src/database/BaseModel.ts";
import type { Deps } from "../src/deps.ts";
import { openRoom, storeMessage } from "../src/features/inquiries/store.ts";
import { requestRefund } from "../src/features/refunds/request.ts";
import { reportContent } from "../src/features/reports/create.ts";
import { reportWords } from "../src/features/reports/words.ts";

type Settings = Pick<Deps, "config" | "addJob">;

interface Purchase {
  buyer: string;
  content: string;
  seller: string;
}

const voices = [
  { reportReason: "inappropriate_content", reportDetails: "설명에 없는 내용이 절반이 넘어요. 확인해주세요." },
  { reportReason: "spam", reportDetails: "파일 끝에 다른 판매처 홍보가 세 쪽이나 있습니다." },
  { reportReason: "other", reportDetails: "다른 자료와 문장이 똑같아 보여요." },
] as const;

const inquiries = [
  "다운로드한 파일이 휴대전화에서 열리지 않는데 어떤 앱으로 열어야 하나요?",
  "정산 계좌를 바꾸려고 하는데, 바꾼 뒤 언제부터 그 계좌로 입금되나요?",
];

/** Three people report one content, one a comment: what administrators have to decide about on the first day. */
const insertReports = async (trx: Trx, settings: Settings, purchases: readonly Purchase[]): Promise<void> => {
  const counts = new Map<string, Purchase[]>();
  for (const purchase of purchases)
    counts.set(purchase.content, [...(counts.get(purchase.content) ?? []), purchase]);
  const crowd = [...counts.values()].find(
    (buyers) => new Set(buyers.map(({ buyer }) => buyer)).size >= voices.length,
  );
  const reporters = [...new Set(crowd?.map(({ buyer }) => buyer))];
  for (const [index, voice] of voices.entries()) {
    const [reporterId, contentId] = [reporters[index], crowd?.[0]?.content];
    if (reporterId !== undefined && contentId !== undefined)
      await reportContent(trx, settings, { ...voice, reporterId, contentId });
  }
  const [reporterId] = reporters;
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select m.id from content_comments m join users u on u.id = m.user_id join contents c on c.id = m.content_id
     where c.is_listed and m.parent_id is null and m.user_id <> ?::uuid and not lower(u.user_id) = any(?::text[])
     order by m.created_at desc, m.id limit 1`,
    [reporterId ?? null, [...settings.config.adminUserIds]],
  );
  const [comment] = rows;
  if (comment && reporterId !== undefined)
    await reportWords(trx, settings, {
      reporterId,
      reportType: "comment",
      id: comment.id,
      reportReason: "harassment",
      reportDetails: "비꼬는 말투로 여러 글에 같은 댓글을 답니다.",
    });
};

/** A buyer wants the money back for a purchase whose file they have: an administrator decides. */
const insertRefundRequest = async (trx: Trx, settings: Settings, buyerId: string): Promise<void> => {
  const { rows } = await trx.raw<{ rows: { order_number: string }[] }>(
    `with bought as (
       select o.id, o.order_number, o.paid_at, c.file_urls[1] as item, c.file_names[1] as file_name
       from orders o join contents c on c.id = o.content_id join users s on s.id = o.seller_id
       where o.buyer_id = ? and o.amount > 0 and o.status = 'paid' and s.is_banned = 0
         and o.paid_at > app_now() - ? * interval '1 day' + interval '1 day'
       order by o.paid_at desc limit 1
     ), delivered as (
       insert into deliveries (order_id, kind, item, file_name, delivered_at)
       select id, 'download', item, file_name, paid_at + interval '1 minute' from bought
     )
     select order_number from bought`,
    [buyerId, refundDays],
  );
  for (const { order_number: orderNumber } of rows)
    await requestRefund(settings, trx, {
      buyerId,
      orderNumber,
      reason: "설명에 있던 예제 파일이 들어 있지 않아요. 환불을 부탁드립니다.",
    });
};

/**
 * What administrators find to do: reports to decide about, inquiries to answer and a refund, made as people make them.
 */
export const insertCases = async (
  trx: Trx,
  settings: Settings,
  { people, purchases }: { people: Map<string, string>; purchases: readonly Purchase[] },
): Promise<void> => {
  const shown = new Set([...people].flatMap(([userId, id]) => (/^(admin|banned)/.test(userId) ? [id] : [])));
  await insertReports(
    trx,
    settings,
    purchases.filter(({ buyer, seller }) => !shown.has(buyer) && !shown.has(seller)),
  );
  const buyerId = people.get("buyer1");
  if (buyerId !== undefined) await insertRefundRequest(trx, settings, buyerId);
  for (const [index, userId] of ["buyer1", "mentor1"].entries()) {
    const id = people.get(userId);
    const message = inquiries[index];
    if (id === undefined || message === undefined) continue;
    const room = await openRoom(trx, { userId: id, type: "general", subject: null });
    await storeMessage(trx, { roomId: room.id, speaker: { as: "user", id }, message });
  }
};
