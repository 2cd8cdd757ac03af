import { AppError, type PenaltyType, type SanctionStatus } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { isoSql } from "../../database/reading.ts";
import { stepOf } from "../penalties/ladder.ts";

/** The standing that the administrator saw: one for all users, or by a user's id. */
export interface Expectation {
  expected: SanctionStatus | null;
  expectedByUser: ReadonlyMap<string, SanctionStatus>;
}

interface CurrentStatus extends SanctionStatus {
  userId: string;
  now: string;
}

/** The standing of users whose rows the caller has locked, in the order of their ids. */
export const readStandings = async (trx: Trx, userIds: readonly string[]): Promise<CurrentStatus[]> => {
  const { rows } = await trx.raw<{ rows: CurrentStatus[] }>(
    `select id as "userId", warning_count as "warningCount", ${isoSql("suspended_until")} as "suspendedUntil",
       is_banned = 1 as "isBanned", ${isoSql("app_now()")} as now
     from users where id = any(?::uuid[]) order by id`,
    [[...userIds]],
  );
  return rows;
};

/** When a suspension ends, in milliseconds; 0 where none is active. */
const endOf = ({ suspendedUntil }: SanctionStatus, now: number): number => {
  const end = suspendedUntil === null ? 0 : Date.parse(suspendedUntil);
  return end > now ? end : 0;
};

const isSame = (expected: SanctionStatus, current: CurrentStatus): boolean => {
  const now = Date.parse(current.now);
  return (
    expected.warningCount === current.warningCount &&
    expected.isBanned === current.isBanned &&
    endOf(expected, now) === endOf(current, now)
  );
};

/** Refuses a penalty whose administrator saw another standing than the user has now. */
export const refuseChangedStanding = (
  standings: readonly CurrentStatus[],
  { expected, expectedByUser }: Expectation,
): void => {
  for (const current of standings) {
    const seen = expectedByUser.get(current.userId) ?? expected;
    if (seen === null || isSame(seen, current)) continue;
    const { userId, warningCount, suspendedUntil, isBanned } = current;
    throw new AppError("STANDING_CHANGED", {
      extra: { userId, standing: { warningCount, suspendedUntil, isBanned } },
    });
  }
};

/** Whether a penalty bans one of these users: as a ban, or as the last warning of the ladder. */
export const bansAny = (penaltyType: PenaltyType, standings: readonly SanctionStatus[]): boolean =>
  penaltyType === "ban" ||
  (penaltyType === "warning" &&
    standings.some(({ warningCount }) => stepOf(warningCount + 1).kind === "ban"));
