import { DBError } from "objection";

/** Code of a failed statement or connection (an SQLSTATE or the system's), also where Objection wrapped the failure. */
export const failureCode = (error: unknown): string | undefined => {
  const cause: unknown = error instanceof DBError ? error.nativeError : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
};

/**
 * SQLSTATEs of a database that is away or has no time for us: connection, resources, operator (restart, cancelled for
 * time), deadlock and serialization, only readable during a failover, gone from the server.
 */
const awayStates = /^(08...|53...|57P..|57014|40001|40P01|25006|3D000)$/;

const awayMessages = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Client has encountered a connection error",
  "terminating connection",
  "Unable to acquire a connection",
  "is not currently accepting connections",
];

/** Tells whether a failure means: the database is away, the same call may work in a moment. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = failureCode(error) ?? "";
  return (
    awayStates.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"].includes(code) ||
    error.name === "KnexTimeoutError" ||
    awayMessages.some((message) => error.message.toLowerCase().includes(message.toLowerCase()))
  );
};

/** Tells a write that failed for want of room on this machine's disk, or of the user's share of it. */
export const isDiskFull = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT"].includes(failureCode(error) ?? "");
