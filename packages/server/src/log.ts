import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";
import { ValidationError } from "yup";
import type { Config } from "./config.ts";
import { failureCode } from "./database/failure.ts";

/** Keys that may hold a secret or personal data; none of them reaches the log. */
const secretKeys = [
  "password", "passwordConfirm", "currentPassword", "newPassword", "tempPassword", "accountNumber", "accountHolder",
  "phoneNumber", "email", "emailOrUserId", "cookie", "authorization", "paymentKey", "sid",
] as const; // oxfmt-ignore

const frame = /^ {4}at .*(:\d+:\d+\)?|\(<anonymous>\)|\(index \d+\))$/;

/** The places of a stack, without the message before them: a database error's quotes the statement, over many lines. */
const framesOf = ({ stack = "", message }: Error): string => {
  const from = stack.indexOf(message);
  const places = from < 0 ? stack : stack.slice(from + message.length);
  return places
    .split("\n")
    .filter((line) => frame.test(line))
    .slice(0, 7)
    .join("\n");
};

/** The message of a failure, without values: statements, typed text, a row's fields. */
const wordsOf = (error: Error): string | undefined => {
  if (error instanceof ValidationError) return `${error.path ?? "value"}: ${error.type ?? "invalid"}`;
  const words = error.message.split(" - ").at(-1);
  // A data exception quotes the value that the database could not take.
  return failureCode(error)?.startsWith("22") ? words?.replace(/".*"/s, '"…"') : words;
};

/** One JSON line per event, without secrets; on the standard output unless told otherwise. */
export const createLog = (config: Pick<Config, "logLevel">, destination?: DestinationStream): Logger => {
  const options: LoggerOptions = {
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
              message: wordsOf(error),
              code: "code" in error ? error.code : undefined,
              stack: framesOf(error),
            }
          : { type: typeof error },
    },
  };
  return destination ? pino(options, destination) : pino(options);
};
