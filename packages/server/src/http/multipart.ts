import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { AppError, textLimits, type FileRule } from "@knowhow/shared";
import type { Context } from "koa";
import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { hasLeft, leftEarly } from "./leaving.ts";
import { tooLarge } from "./tooLarge.ts";
import { usualPace, watchPace, type Pace } from "./pace.ts";
import { openPlace, receivingFolder, type ReceivingPlace } from "./receiving.ts";

/** A file that has arrived whole and waits on this machine's disk until its call is answered. */
export interface ReceivedFile {
  path: string;
  /** As the sender calls it. */
  name: string;
  /** Bytes. */
  size: number;
}

/** What a multipart body held. */
export interface ReceivedForm {
  fields: Record<string, string>;
  /** The file; a form without one is VALIDATION. */
  requireFile(): ReceivedFile;
  /** Deletes the file. */
  discard(): Promise<void>;
}

/** What a form may take beside its file. */
const overhead = 1024 * 1024;

/** More bytes than any text of the contract takes: a longer one is cut and then refused for its length. */
const fieldBytes = textLimits.description * 4 + 4_096;

const malformed = (): AppError =>
  new AppError("VALIDATION", { message: "요청 형식이 올바르지 않습니다. 파일을 다시 선택해주세요." });
const tooSlow = (): AppError =>
  new AppError("VALIDATION", {
    message: "업로드가 너무 느려 중단되었습니다. 인터넷 연결을 확인한 뒤 다시 시도해주세요.",
  });
const missing = (): AppError => new AppError("VALIDATION", { fields: { file: "파일을 선택해주세요." } });

const openParser = (request: IncomingMessage, maxBytes: number): BusboyInstance => {
  try {
    return new Busboy({
      // The type was looked at before: it is there.
      headers: request.headers as BusboyHeaders,
      limits: {
        fileSize: maxBytes,
        files: 3,
        fields: 10,
        parts: 20,
        fieldNameSize: 100,
        fieldSize: fieldBytes,
      },
    });
  } catch {
    throw malformed();
  }
};

/** Reads a request into the parser; `take` is given the file part. Ends with the first failure, or when all is read. */
const readParts = (
  ctx: Context,
  parser: BusboyInstance,
  pace: Pace,
  take: (part: Readable, name: string) => Promise<void>,
): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    const request = ctx.req;
    const fields = new Map<string, string>();
    let taking: Promise<void> | undefined;
    const stop = (failure: unknown) => {
      unwatch();
      request.off("aborted", leave).unpipe(parser);
      // What still comes is let pass, or the connection would stand still after the answer.
      request.resume();
      reject(failure instanceof Error ? failure : malformed());
    };
    const leave = () => {
      stop(leftEarly());
    };
    const unwatch = watchPace(request, pace, () => {
      // The rest would keep the connection for as long as its sender likes.
      ctx.set("Connection", "close");
      stop(tooSlow());
    });
    request.once("aborted", leave).on("error", leave);
    parser.on("field", (name, value) => fields.set(name, value));
    parser.on("file", (field, part, name: string | undefined) => {
      // Without a listener the end of a form in the middle of a part would end the process.
      part.on("error", (error) => {
        // One that was given up on purpose fails with a reason of its own.
        if (error.name !== "AbortError") stop(malformed());
      });
      // A form in which nothing was chosen sends a nameless, empty file.
      if (field !== "file" || !name || taking) {
        part.resume();
        return;
      }
      taking = take(part, name);
      taking.catch(stop);
    });
    parser.on("error", () => {
      stop(malformed());
    });
    parser.once("finish", () => {
      unwatch();
      request.off("aborted", leave);
      Promise.resolve(taking).then(() => {
        resolve(Object.fromEntries(fields));
      }, stop);
    });
    request.pipe(parser);
    if (hasLeft(request)) leave();
  });

/** Limits on one sender's burden on others; tests make them narrower. */
interface Bounds {
  pace: Pace;
  openPlace: () => ReceivingPlace;
}

/** Receives a form in constant memory, its file on the disk. After a failure nothing of the file is left. */
export const receiveForm = async (
  ctx: Context,
  dataDir: string,
  { maxBytes }: FileRule = { maxBytes: 0 },
  bounds: Bounds = { pace: usualPace, openPlace },
): Promise<ReceivedForm> => {
  if (!ctx.is("multipart/form-data"))
    throw new AppError("UNSUPPORTED_TYPE", { message: "요청은 multipart/form-data 형식이어야 합니다." });
  if (ctx.request.length > maxBytes + overhead) throw tooLarge(maxBytes);
  const parser = openParser(ctx.req, maxBytes);
  const folder = receivingFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const place = bounds.openPlace();
  const writing = new AbortController();
  let written: Promise<void> = Promise.resolve();
  const discard = async () => {
    writing.abort();
    await written.catch(() => undefined); // The form's caller knows the failure.
    await rm(path, { force: true });
    place.leave();
  };
  let file: ReceivedFile | undefined;
  const write = async (part: Readable, name: string) => {
    let isCut = false;
    part.once("limit", () => {
      isCut = true;
      writing.abort();
    });
    const target = (await open(path, "wx", 0o600)).createWriteStream();
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        place.grow(chunk.length);
        yield chunk;
      }
    };
    await pipeline(part, counted, target, { signal: writing.signal }).catch((error: unknown) => {
      throw isCut ? tooLarge(maxBytes) : error;
    });
    file = { path, name, size: target.bytesWritten };
  };
  const take = (part: Readable, name: string) => (written = write(part, name));
  try {
    const fields = await readParts(ctx, parser, bounds.pace, take);
    return {
      fields,
      requireFile: () => {
        if (!file) throw missing();
        return file;
      },
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
};
