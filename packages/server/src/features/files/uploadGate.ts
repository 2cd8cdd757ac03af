import { AppError } from "@knowhow/shared";
import { createGate, type Gate } from "../../http/gate.ts";
import type { Pace } from "../../http/pace.ts";
import { usualPace } from "../../http/pace.ts";

/**
 * The places of this process for bytes that arrive, at upload addresses and in resumable uploads alike: they fill the
 * disk, and hold files and locks. Nobody fills them alone, neither one person at many addresses nor one address with many
 * accounts; once all are taken, whoever sends slowly and holds most gives one up.
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

/** The failure of who gave up a place: what came of a resumable upload stays. */
export const revoked = (): AppError =>
  new AppError("UNAVAILABLE", {
    message: "업로드가 느려 기다리는 다른 분께 자리를 넘겼습니다. 잠시 후 다시 시도해주세요.",
    retryAfter: 10,
  });

/** Longest time that one request may take to bring its bytes. */
const longestMs = 40 * 60 * 1_000;

/** How fast a body of this size has to come: the usual pace, or faster where it would keep its place for hours. */
export const paceFor = (bytes: number): Pace => ({
  ...usualPace,
  bytesPerSecond: Math.max(usualPace.bytesPerSecond, (bytes * 1_000) / longestMs),
});
