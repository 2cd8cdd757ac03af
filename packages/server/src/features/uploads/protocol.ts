import { AppError, tusVersion, uploads, type ErrorCode } from "@knowhow/shared";
import { ERRORS, Server, type Locker } from "@tus/server";
import { randomUUID } from "node:crypto";
import type { Context } from "koa";
import { Readable } from "node:stream";
import { ByteLengthQueuingStrategy } from "node:stream/web";
import { arrivingBody } from "../files/arrivingBody.ts";
import { paceFor } from "../files/uploadGate.ts";
import type { GatePlace } from "../../http/gate.ts";
import type { Pieces } from "../../storage/storage.ts";
import { UploadStore } from "./UploadStore.ts";

/** Headers of the protocol: the only ones that the library sees, whatever a proxy adds. */
const askedHeaders = [
  "content-length", "content-type", "tus-resumable", "upload-concat", "upload-defer-length", "upload-length",
  "upload-metadata", "upload-offset",
] as const; // oxfmt-ignore

/** Time in which a call has to end when another wants its lock. */
const drainMs = 1_000;
/** Bytes of a body buffered between its stream and the library's. */
const waitingBytes = 64 * 1024;

/** An announced upload, before any of its bytes. */
interface Announced {
  id: string;
  size: number;
  metadata: Record<string, string | null>;
}

/** A call's upload: `open` decides about a new one, bytes arrive in their `place`. */
interface Subject {
  id?: string;
  open?: (announced: Announced) => Promise<void>;
  place?: GatePlace;
}

/** One call, as the library answers it. */
export interface Protocol {
  /** Fails with the product's errors. */
  answer(ctx: Context, subject: Subject): Promise<Response>;
}

const codes: Partial<Record<number, ErrorCode>> = {
  400: "VALIDATION",
  403: "VALIDATION",
  404: "NOT_FOUND",
  409: "UPLOAD_OFFSET",
  410: "NOT_FOUND",
  412: "UPLOAD_PROTOCOL",
  413: "TOO_LARGE",
  501: "UPLOAD_PROTOCOL",
};

/** The library throws objects of its table; any other error is ours, or the disk's. */
const toFailure = ({ status }: Response, thrown: unknown): unknown => {
  // The sender was cut off, by the line or by a later call; they may continue from there.
  if (thrown === ERRORS.ABORTED) return new AppError("UPLOAD_BUSY", { retryAfter: 1 });
  if (thrown === ERRORS.FILE_WRITE_ERROR) return new AppError("UNAVAILABLE", { retryAfter: 5 });
  if (thrown instanceof Error && !("status_code" in thrown)) return thrown;
  const code = codes[status];
  return code === undefined ? thrown : new AppError(code);
};

/** Counted in bytes: by default thousands of chunks would be buffered, from a sender faster than the disk. */
const toWeb = (body: Readable): ReadableStream =>
  // The same stream, under the two names that it has where browsers' types are known too.
  Readable.toWeb(body, {
    strategy: new ByteLengthQueuingStrategy({ highWaterMark: waitingBytes }),
  }) as ReadableStream;

const openBody = (ctx: Context, place: GatePlace | undefined): Readable => {
  try {
    return arrivingBody(ctx.req, paceFor(Number(ctx.get("content-length")) || 0), place);
  } catch {
    throw new AppError("UPLOAD_BUSY", { retryAfter: 1 });
  }
};

/** A line that breaks ends a call of the library at once: its lock is kept for as long as bytes are still put away. */
const keepWhileWriting = (locker: Locker, store: UploadStore): Locker => ({
  newLock: (id) => {
    const lock = locker.newLock(id);
    return {
      lock: (signal, requestRelease) => lock.lock(signal, requestRelease),
      unlock: async () => {
        await store.settle(id);
        await lock.unlock();
      },
    };
  },
});

/** The tus library between Koa and the place where pieces collect. */
export const createProtocol = (pieces: Pieces, locker: Locker): Protocol => {
  const opening = new WeakMap<Request, (announced: Announced) => Promise<void>>();
  const failures = new WeakMap<Request, unknown>();
  const path = uploads.create.path;
  const store = new UploadStore(pieces);
  const server = new Server({
    path,
    relativeLocation: true,
    datastore: store,
    locker: keepWhileWriting(locker, store),
    lockDrainTimeout: drainMs,
    namingFunction: () => randomUUID(),
    onUploadCreate: async (request, { id, size = 0, metadata = {} }) => {
      await opening.get(request)?.({ id, size, metadata });
      return {};
    },
    onResponseError: (request, error) => {
      failures.set(request, error);
      return undefined;
    },
  });
  return {
    async answer(ctx, { id, open, place }) {
      const headers = new Headers({ "tus-resumable": tusVersion });
      for (const name of askedHeaders) {
        const value = ctx.get(name);
        if (value !== "") headers.set(name, value);
      }
      const body = ctx.method === "PATCH" ? openBody(ctx, place) : undefined;
      const request = new Request(`http://localhost${path}${id === undefined ? "" : `/${id}`}`, {
        method: ctx.method,
        headers,
        ...(body
          ? {
              body: toWeb(body),
              duplex: "half",
            }
          : {}),
      });
      if (open) opening.set(request, open);
      try {
        const response = await server.handleWeb(request);
        if (response.status >= 400) throw toFailure(response, failures.get(request));
        return response;
      } finally {
        body?.destroy();
      }
    },
  };
};
