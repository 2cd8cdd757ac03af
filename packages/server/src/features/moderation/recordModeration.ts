import { AppError, type ModerationState } from "@knowhow/shared";
import type { Config } from "../../config.ts";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { administrators, emit, emitToAll } from "../../events/emit.ts";
import { postByService } from "../inquiries/store.ts";

/** An administrator's act: hides the content or comment of this id or puts it back; its author reads the reason. */
export interface Moderation {
  id: string;
  adminId: string;
  state: ModerationState;
  reason: string;
}

export type ModerationChange = { config: Pick<Config, "adminUserIds"> };

/** The end of a notice of hiding. */
export const appeal = "이의가 있으시면 이 대화에 남겨주세요. 확인하고 답변드리겠습니다.";

/** Fails with ALREADY_IN_STATE where nothing would change. */
export const refuseRepeated = (hiddenAt: Date | null, state: ModerationState): void => {
  if ((hiddenAt === null) !== (state === "listed")) return;
  const message = state === "hidden" ? "이미 숨겨져 있습니다." : "이미 공개되어 있습니다.";
  throw new AppError("ALREADY_IN_STATE", { message });
};

/** The columns of a content or comment in that state. */
export const columnsOf = ({ state, reason }: Moderation) =>
  state === "hidden" ? { hiddenAt: appNow(), hiddenReason: reason } : { hiddenAt: null, hiddenReason: null };

interface Subject {
  contentId: string;
  commentId: string | null;
  userId: string;
  text: string;
}

/** Records an act, tells the author, and makes every open screen reload. */
export const recordModeration = async (
  trx: Trx,
  { config }: ModerationChange,
  { adminId, state, reason }: Moderation,
  { contentId, commentId, userId, text }: Subject,
): Promise<void> => {
  await trx("moderation_acts").insert({
    admin_id: adminId,
    content_id: contentId,
    comment_id: commentId,
    user_id: userId,
    state,
    reason,
  });
  const admins = await administrators(trx, config);
  const told = await postByService(trx, { userId, type: "general", subject: "운영 안내", text, admins });
  await emitToAll(trx, { contentId, commentId });
  await emit(trx, told);
};
