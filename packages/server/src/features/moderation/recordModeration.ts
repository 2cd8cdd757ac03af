import { AppError, type ModerationState } from "@knowhow/shared";
import { josa } from "es-hangul";
import type { Config } from "../../config.ts";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { administrators, emit, emitToAll } from "../../events/emit.ts";
import { postByService } from "../inquiries/store.ts";

/** An administrator's act: hides the content, or the words at one, of this id or puts them back; their author reads why. */
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

/** The columns of a content, or of words, in that state. */
export const columnsOf = ({ state, reason }: Moderation) =>
  state === "hidden" ? { hiddenAt: appNow(), hiddenReason: reason } : { hiddenAt: null, hiddenReason: null };

interface Subject {
  contentId: string;
  commentId?: string | null;
  ratingId?: string | null;
  questionId?: string | null;
  /** Only the answer to that rating or question. */
  isAnswer?: boolean;
  userId: string;
  text: string;
}

/** Characters by which authors recognise what they wrote. */
const excerptLength = 60;

/** Tells authors of words at a content; without words, as a rating may be, of nothing but the reason. */
export const wordsNotice = (
  { noun, words, title }: { noun: string; words: string | null; title: string },
  { state, reason }: Moderation,
): string => {
  const letters = [...(words ?? "")];
  const excerpt = letters.length > excerptLength ? `${letters.slice(0, excerptLength).join("")}…` : words;
  const quoted = excerpt === null ? "" : `\n${noun}: ${excerpt}`;
  return state === "hidden"
    ? `‘${title}’에 남기신 ${josa(noun, "을/를")} 숨겼습니다.${quoted}\n사유: ${reason}\n\n${appeal}`
    : `‘${title}’에 남기신 ${josa(noun, "을/를")} 다시 공개했습니다.${quoted}\n사유: ${reason}`;
};

/** Records an act, tells the author, and makes every open screen reload. */
export const recordModeration = async (
  trx: Trx,
  { config }: ModerationChange,
  { adminId, state, reason }: Moderation,
  {
    contentId,
    commentId = null,
    ratingId = null,
    questionId = null,
    isAnswer = false,
    userId,
    text,
  }: Subject,
): Promise<void> => {
  await trx("moderation_acts").insert({
    admin_id: adminId,
    content_id: contentId,
    comment_id: commentId,
    rating_id: ratingId,
    question_id: questionId,
    is_answer: isAnswer,
    user_id: userId,
    state,
    reason,
  });
  const admins = await administrators(trx, config);
  const told = await postByService(trx, { userId, type: "general", subject: "운영 안내", text, admins });
  await emitToAll(trx, { contentId, commentId, ratingId, questionId });
  await emit(trx, told);
};
