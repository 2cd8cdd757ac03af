import type { Waiting } from "./acts.ts";

/** How far something is that was said; `troubled`: the server has answered that it can not take it now. */
export type SendStatus = "refused" | "sending" | "waiting" | "troubled";

const isUnanswered = ({ refusal, trouble, said }: Waiting): boolean =>
  refusal === undefined && trouble !== undefined && said === undefined;

/**
 * How far an act of a lane is. Without an answer it waits, whether the device has no network or the server is away: it
 * goes by itself in either case, and so does what stands behind it.
 */
export const sendStatusOf = (
  row: Waiting,
  lane: readonly Waiting[],
  isSending: boolean,
  isOnline: boolean,
): SendStatus => {
  if (row.refusal !== undefined) return "refused";
  if (isSending) return "sending";
  if (!isOnline) return "waiting";
  if (row.trouble !== undefined && row.said !== undefined) return "troubled";
  return lane.some(isUnanswered) ? "waiting" : "sending";
};
