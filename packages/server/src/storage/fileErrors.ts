/** True for a failed system call with one of these codes, such as `ENOENT`. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** True where there is no such file. */
export const isMissing = (error: unknown): boolean => hasCode(error, "ENOENT", "ENOTDIR");

/** Gives undefined where there is no such file; fails with any other error. */
export const ignoreMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};
