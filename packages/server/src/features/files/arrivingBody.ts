import type { IncomingMessage } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import type { GatePlace } from "../../http/gate.ts";
import { hasLeft } from "../../http/leaving.ts";
import { watchPace, type Pace } from "../../http/pace.ts";
import { revoked } from "./uploadGate.ts";

/** The sender of the bytes has left half-way, or sends so slowly that they count as gone. */
export class UploadAborted extends Error {}

/** A signal that aborts when a request's sender leaves before its end. */
export const abortSignalOf = (request: IncomingMessage): AbortSignal => {
  const controller = new AbortController();
  const leave = () => {
    if (!request.complete) controller.abort();
  };
  request.once("close", leave);
  if (request.destroyed) leave();
  return controller.signal;
};

/**
 * A request's body as a stream of its own: destroying it leaves the connection open for the response. It ends early
 * when its sender leaves, is too slow, or has to give up the place. Fails at once when its sender left while waiting.
 */
export const arrivingBody = (request: IncomingMessage, pace: Pace, place?: GatePlace): Readable => {
  if (hasLeft(request)) throw new UploadAborted();
  // Its reader may still prepare a place for the bytes, and is told of an early end when it begins to read.
  const body = new PassThrough().on("error", () => undefined);
  const abort = () => body.destroy(new UploadAborted());
  const unwatch = watchPace(request, pace, abort);
  const count = ({ length }: Buffer) => place?.arrive(length);
  const giveUp = () => body.destroy(revoked());
  request.on("data", count);
  place?.signal.addEventListener("abort", giveUp);
  request.once("end", unwatch);
  request.once("aborted", abort).once("error", abort);
  body.once("close", () => {
    unwatch();
    place?.signal.removeEventListener("abort", giveUp);
    request.off("data", count).off("aborted", abort).off("error", abort).unpipe(body);
    // The rest is read and dropped, or the connection would hang after the response.
    request.resume();
  });
  return request.pipe(body);
};
