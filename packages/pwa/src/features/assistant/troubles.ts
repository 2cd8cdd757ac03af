import { AppError, errors } from "@knowhow/shared";
import { hasCode, HttpError, messageOf } from "@knowhow/ui/components/failure.ts";
import { formatDateTime } from "@knowhow/ui/components/format.ts";

/** Why the helper gave no answer, and where that is shown. */
export interface AssistantTrouble {
  /**
   * `file` and `description`: shown at that field. `limit`: only waiting helps. `login`: the session is over.
   * `passing`: trying again may help.
   */
  kind: "file" | "description" | "limit" | "login" | "passing";
  text: string;
  /** The advice: another input, or the time of a retry. */
  hint?: string | undefined;
}

const hour = 3_600;

/** When it may be tried again, if the server said so. */
const whenAgain = (error: unknown): string | undefined => {
  const seconds = error instanceof AppError ? error.details.retryAfter : undefined;
  if (seconds === undefined) return undefined;
  if (seconds < 60) return `${Math.max(1, seconds)}초 뒤에 다시 시도할 수 있어요.`;
  if (seconds < hour) return `약 ${Math.ceil(seconds / 60)}분 뒤에 다시 시도할 수 있어요.`;
  // To the full minute: the response's delay does not turn midnight into 00:01.
  const at = new Date(Math.round((Date.now() + seconds * 1_000) / 60_000) * 60_000);
  return `${formatDateTime(at)}부터 다시 이용할 수 있어요.`;
};

const scanned = "글자가 아니라 그림으로만 된 파일(스캔본 등)은 읽을 수 없어요.";

const fieldOf = (error: unknown, name: string): string | undefined =>
  error instanceof AppError ? error.details.fields?.[name] : undefined;

/** The words for a failure of the helper. */
export const troubleOf = (error: unknown): AssistantTrouble => {
  const text = messageOf(error);
  const description = fieldOf(error, "userDescription");
  if (description !== undefined) return { kind: "description", text: description };
  const file = fieldOf(error, "file");
  if (file !== undefined) return { kind: "file", text: file };
  if (hasCode(error, "NO_TEXT")) {
    // A message of its own (locked, damaged, too large) gives the reason; only the common message needs a hint.
    const isWordless = text === errors.NO_TEXT.message;
    const hint = isWordless
      ? `${scanned} 다른 파일을 고르거나, 파일 없이 설명만으로 만들어보세요.`
      : undefined;
    return { kind: "file", text, hint };
  }
  if (hasCode(error, "TOO_LARGE") || hasCode(error, "UNSUPPORTED_TYPE")) return { kind: "file", text };
  // Refused by a proxy, before our own server was reached.
  if (error instanceof HttpError && error.status === 413)
    return { kind: "file", text: errors.TOO_LARGE.message };
  if (hasCode(error, "LOGIN_REQUIRED")) return { kind: "login", text };
  const hint = whenAgain(error);
  const isLimit = hasCode(error, "AI_LIMIT") || hasCode(error, "RATE_LIMITED");
  return { kind: isLimit ? "limit" : "passing", text, hint };
};

/** Why there is no summary where a retry would not help; undefined for all other failures. */
export const lastingTroubleOf = (error: unknown): { title: string; text: string } | undefined => {
  if (hasCode(error, "NO_TEXT"))
    return { title: "요약할 글이 없습니다", text: `${messageOf(error)} ${scanned}` };
  if (hasCode(error, "AI_LIMIT"))
    return {
      title: "오늘은 더 요약할 수 없습니다",
      text: [messageOf(error), whenAgain(error)].filter(Boolean).join(" "),
    };
  return undefined;
};
