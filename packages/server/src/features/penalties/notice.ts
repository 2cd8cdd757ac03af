import { formatDate, formatDateTime, penaltyLabel, warningsToBan } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import type { News } from "../../events/emit.ts";
import { postByService } from "../inquiries/store.ts";
import type { Penalty } from "./Penalty.ts";
import type { StandingNow } from "./standing.ts";

const appeal = "이의가 있으시면 이 대화에 남겨주세요. 확인하고 답변드리겠습니다.";

const continues = (until: Date): string => `서비스 이용 정지는 ${formatDateTime(until)}까지 계속됩니다.`;

const what = (
  { penaltyType, endDate }: Pick<Penalty, "penaltyType" | "endDate">,
  { warningCount, isBanned, suspendedUntil }: StandingNow,
): string => {
  if (penaltyType === "ban") return "계정 이용이 영구 제한되었습니다.";
  const until =
    suspendedUntil === null
      ? ""
      : endDate === null
        ? continues(suspendedUntil)
        : `${formatDateTime(suspendedUntil)}까지 서비스 이용이 정지되었습니다.`;
  if (penaltyType === "suspension") return until;
  const warned = `경고를 받았습니다. (${warningCount}회 / ${warningsToBan}회)`;
  if (isBanned) return `${warned}\n경고가 ${warningsToBan}회가 되어 계정 이용이 영구 제한되었습니다.`;
  return until === "" ? warned : `${warned}\n${until}`;
};

/** A user's notice of a penalty. */
export const noticeOf = (
  penalty: Pick<Penalty, "penaltyType" | "endDate" | "reason">,
  standing: StandingNow,
): string => `${what(penalty, standing)}\n사유: ${penalty.reason}\n\n${appeal}`;

const standingText = ({ isBanned, suspendedUntil, warningCount }: StandingNow): string => {
  if (isBanned) return "다른 제재가 남아 있어 계정 이용 제한은 계속됩니다.";
  if (suspendedUntil !== null) return continues(suspendedUntil);
  return warningCount > 0 ? `현재 경고는 ${warningCount}회입니다.` : "지금은 적용된 제재가 없습니다.";
};

/** A user's notice of a lifted penalty: which one, why, and the standing that is left. */
export const liftNoticeOf = (
  { penaltyType, createdAt, liftReason }: Pick<Penalty, "penaltyType" | "createdAt" | "liftReason">,
  { wasBanned, standing }: { wasBanned: boolean; standing: StandingNow },
): string => {
  const lifted = `${formatDate(createdAt)}에 받은 ${penaltyLabel(penaltyType)}`;
  const ended = wasBanned && !standing.isBanned ? "계정 이용 제한이 풀렸습니다. " : "";
  return `제재가 해제되었습니다. (${lifted})\n사유: ${liftReason ?? ""}\n\n${ended}${standingText(standing)}`;
};

/** Writes into the room about a user's penalties; returns the news to emit. */
export const postNotice = (
  trx: Trx,
  { penaltyId, ...notice }: { userId: string; penaltyId: string; text: string; admins: readonly string[] },
): Promise<News[]> =>
  postByService(trx, { ...notice, type: "penalty_notice", subject: "제재 안내", relatedId: penaltyId });
