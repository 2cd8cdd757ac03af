/** Whether a write failed because the device has no room left. */
export const isNoRoom = (error: unknown): boolean => {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  // The cause of a failed transaction is its inner error.
  return error.name === "QuotaExceededError" || ("inner" in error && isNoRoom(error.inner));
};
