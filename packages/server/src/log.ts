import { pino, type Logger } from "pino";
import type { Config } from "./config.ts";

/** Keys that may hold a secret or personal data; none of them reaches the log. */
const secretKeys = [
  "password", "passwordConfirm", "currentPassword", "newPassword", "tempPassword", "accountNumber", "accountHolder",
  "phoneNumber", "email", "emailOrUserId", "cookie", "authorization", "paymentKey", "sid",
] as const; // prettier-ignore

/** One JSON line per event, without secrets. */
export const createLog = (config: Pick<Config, "logLevel">): Logger =>
  pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: "[…]" },
    serializers: {
      // A database error's detail quotes the row: only its name, text, code and place are kept.
      err: (error: unknown) =>
        error instanceof Error
          ? {
              type: error.name,
              message: error.message.split(" - ").at(-1),
              code: "code" in error ? error.code : undefined,
              stack: error.stack?.split("\n").slice(1, 8).join("\n"),
            }
          : { type: typeof error },
    },
  });
