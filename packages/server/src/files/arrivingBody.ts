import type { IncomingMessage } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { watchPace, type Pace } from "../http/pace.ts";

/** Whoever sent the bytes has left half-way, or sends so slowly as if. */
export class UploadAborted extends Error {}

/** A request's body as a stream of its own: dropping it leaves the connection open for the answer. */
export const arrivingBody = (request: IncomingMessage, pace: Pace): Readable => {
  const body = new PassThrough();
  const abort = () => body.destroy(new UploadAborted());
  const unwatch = watchPace(request, pace, abort);
  request.once("end", unwatch);
  request.once("aborted", abort).once("error", abort);
  body.once("close", () => {
    unwatch();
    request.off("aborted", abort).off("error", abort).unpipe(body);
    // What still comes is let pass, or the connection would stand still after the answer.
    request.resume();
  });
  return request.pipe(body);
};
