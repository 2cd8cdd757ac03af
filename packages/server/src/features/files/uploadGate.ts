import { AppError } from "@knowhow/shared";
import { createGate, type Gate } from "../../http/gate.ts";
import type { Pace } from "../../http/pace.ts";
import { usualPace } from "../../http/pace.ts";

/**
 * This process's places for arriving bytes, at upload addresses and in resumable uploads alike: they fill the disk, and
 * hold files and locks. No one user at many addresses, and no one address with many accounts, can fill them; once all
 * are taken, the slow sender with the most places gives one up.
 */
const createUploadGate = (atOnce = 100, waitMs = 30_000): Gate =>
  createGate({
    atOnce,
    perPerson: Math.ceil(atOnce / 10),
    perAddress: Math.ceil(atOnce * 0.4),
    waiting: 4 * atOnce,
    waitingPerPerson: Math.ceil(atOnce / 5),
    waitingPerAddress: atOnce,
    waitMs,
    slow: { bytesPerSecond: 256 * 1024, afterMs: waitMs / 6 },
    message: "지금 업로드가 많아 자리가 없습니다. 잠시 후 다시 시도해주세요.",
  });

export const uploadGate = createUploadGate();

/** The error for a sender who gave up a place: the received part of a resumable upload stays. */
export const revoked = (): AppError =>
  new AppError("UNAVAILABLE", {
    message: "업로드가 느려 기다리는 다른 분께 자리를 넘겼습니다. 잠시 후 다시 시도해주세요.",
    retryAfter: 10,
  });

/** Longest time in which one request must deliver its bytes. */
const maxMs = 40 * 60 * 1_000;

/** The pace required of a body of this size: the usual one, or faster where it would keep its place for hours. */
export const paceFor = (bytes: number): Pace => ({
  ...usualPace,
  bytesPerSecond: Math.max(usualPace.bytesPerSecond, (bytes * 1_000) / maxMs),
});
