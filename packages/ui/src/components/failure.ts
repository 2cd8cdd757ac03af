import { AppError, errors, isErrorCode } from "@knowhow/shared";

/** The call never reached the server, or its answer never came back. */
export class ConnectionError extends Error {
  /** The browser itself says that it has no network; else the server does not answer. */
  readonly isOffline: boolean;

  constructor(cause?: unknown) {
    const isOffline = !navigator.onLine;
    super(
      isOffline
        ? "인터넷에 연결되어 있지 않습니다. 연결을 확인한 뒤 다시 시도해주세요."
        : "서버에 연결할 수 없습니다. 잠시 후 다시 시도해주세요.",
      { cause },
    );
    this.name = "ConnectionError";
    this.isOffline = isOffline;
  }
}

/** A failure in no known form; its text is the status, a colon, a space and the response's text. */
export class HttpError extends Error {
  readonly status: number;
  /** Its text for people, where the server sent a code that this page does not know. */
  readonly said: string | undefined;

  constructor(status: number, text: string, said?: string) {
    super(`${status}: ${text}`);
    this.name = "HttpError";
    this.status = status;
    this.said = said;
  }
}

/** Tells whether a failure means that there is no connection, not that the server said no. */
export const isConnectionError = (error: unknown): error is ConnectionError =>
  error instanceof ConnectionError;

/** The text of a failure for the user: the server's own where it sent any, never a status or a stack. */
export const messageOf = (error: unknown): string =>
  error instanceof AppError || error instanceof ConnectionError
    ? error.message
    : (error instanceof HttpError && error.said) || errors.INTERNAL.message;

/** A failed act's text, with the reason where that is a missing network. */
export const withReason = (text: string, error: unknown): string =>
  isConnectionError(error) && error.isOffline ? `${text.replace(/\.$/, "")}. ${error.message}` : text;

/** The server's own text where it sent any, else the one for this act. */
export const messageOr = (otherwise: string, error: unknown): string =>
  error instanceof AppError || (error instanceof HttpError && error.said)
    ? messageOf(error)
    : withReason(otherwise, error);

/** Tells whether a failure has this code of the table of errors. */
export const hasCode = (error: unknown, code: AppError["code"]): boolean =>
  error instanceof AppError && error.code === code;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const textFields = (value: unknown): Record<string, string> | undefined =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, text]) => (typeof text === "string" ? [[key, text]] : [])),
      )
    : undefined;

/** Rebuilds the failure that the server meant from its response. */
export const failureOf = (
  status: number,
  statusText: string,
  text: string,
  retryAfter: string | null,
): Error => {
  const body = parse(text);
  if (!isRecord(body)) return new HttpError(status, text || statusText);
  const { code, message, fields, ...extra } = body;
  const said = typeof message === "string" ? message : undefined;
  if (!isErrorCode(code)) return new HttpError(status, text, typeof code === "string" ? said : undefined);
  const wrong = textFields(fields);
  return new AppError(code, {
    ...(said === undefined ? {} : { message: said }),
    ...(wrong ? { fields: wrong } : {}),
    ...(retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfter: Number(retryAfter) } : {}),
    extra,
  });
};

/** Tells whether a refusal is a sanction, which the penalty notice explains. */
export const isSanction = (error: Error): boolean =>
  error instanceof AppError &&
  error.status === 403 &&
  (error.details.extra?.type === "suspension" || error.details.extra?.type === "ban");
