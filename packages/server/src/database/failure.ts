import { DBError } from "objection";

/** Code of a failed statement or connection (an SQLSTATE or the system's), also where Objection wrapped the failure. */
export const failureCode = (error: unknown): string | undefined => {
  const cause: unknown = error instanceof DBError ? error.nativeError : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
};
