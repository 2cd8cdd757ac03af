import { isUnsafeMethod, type AnyEndpoint, type CallSchemas } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";

/** Every error code of a call: its own, and those that the mount gives before its handler. */
export const codesOf = (call: AnyEndpoint & CallSchemas): ErrorCode[] => {
  const isUnsafe = isUnsafeMethod(call.method);
  const given: (ErrorCode | false | undefined)[] = [
    ...call.errors,
    "RATE_LIMITED",
    "INTERNAL",
    "UNAVAILABLE",
    // Public ones too: where the request names another person than who is signed in.
    "LOGIN_REQUIRED",
    isUnsafe && !call.crossSite && "CROSS_SITE",
    (call.query !== undefined || call.body !== undefined || call.idempotent) && "VALIDATION",
    call.path.includes("/:") && "NOT_FOUND",
  ];
  if (isUnsafe && (call.bodyKind ?? "json") === "json")
    given.push("BAD_JSON", "TOO_LARGE", "UNSUPPORTED_TYPE");
  if (call.access !== "public") {
    given.push(!call.whileMustChangePassword && "MUST_CHANGE_PASSWORD");
    given.push(!call.whileBanned && "BANNED", !call.whileSuspended && "SUSPENDED");
  }
  if (call.access === "admin") given.push("ADMIN_ONLY");
  if (call.idempotent) given.push("IDEMPOTENCY_KEY_REUSED", "IN_PROGRESS");
  return [...new Set(given)].filter((code) => typeof code === "string");
};
