import type { Job } from "../jobs/job.ts";

/** Shown beside acts that are in this page's memory alone. */
export const unkeptWords = "이 기기에 저장하지 못했어요. 이 창을 닫으면 사라져요.";

/** How far an act is; `troubled`: the server has answered that it can not take it now. */
export type SendStatus = "refused" | "sending" | "waiting" | "troubled";

const isUnanswered = ({ status, lastFailure }: Job): boolean =>
  status !== "parked" && lastFailure !== undefined && lastFailure.code === undefined;

/**
 * How far an act of a lane is. Without an answer it waits, whether the device has no network or the server is down: in
 * either case it and the acts behind it are retried unasked.
 */
export const sendStatusOf = (job: Job, lane: readonly Job[], isOnline: boolean): SendStatus => {
  if (job.status === "parked") return "refused";
  if (job.status === "running") return "sending";
  if (!isOnline) return "waiting";
  if (job.lastFailure?.code !== undefined) return "troubled";
  return lane.some(isUnanswered) ? "waiting" : "sending";
};
