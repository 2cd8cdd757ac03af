import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Logger } from "pino";
import type { S3Settings } from "../configS3.ts";
import { createCalls, unlessStalled } from "./s3Calls.ts";
import { createS3Pieces } from "./s3Pieces.ts";
import { createStaging } from "./staging.ts";
import { checkKey, MissingObject, type ListedObject, type Storage } from "./storage.ts";
import { arrivalKeyOf } from "./StoredObject.ts";
import { createUploadAddresses } from "./uploadAddress.ts";

/** Time for a call whose answer does not depend on any size. */
const shortMs = 5_000;
/** Time without a byte after which a download is given up. */
const stallMs = 15_000;
const bytesPerMs = { sent: 1_000, copied: 20_000 } as const;
const sockets = { keepAlive: true, maxSockets: 1_000 } as const;

/** What a header may carry as it is; anything else could not be signed as it is sent. */
const plainHeader = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/;

const createClient = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client => {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Else an upload address would carry the checksum of an empty body.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 2,
    // Every download that is under way keeps a connection.
    requestHandler: { connectionTimeout: 3_000, httpAgent: sockets, httpsAgent: sockets },
  });
  client.middlewareStack.add(
    (next) => (args) => {
      // Some stores sign a bucket's address without the slash at its end, and all take it so.
      const request = args.request as { path: string }; // Built by the library's own HTTP protocol.
      if (request.path.endsWith("/")) request.path = request.path.slice(0, -1);
      return next(args);
    },
    { step: "build", priority: "low", name: "bucketWithoutSlash" },
  );
  return client;
};

/** What the S3 driver works with. */
export interface S3Options {
  settings: S3Settings;
  /** Folder of this machine for uploads that pass through this server. */
  folder: string;
  signingKey: Buffer;
  log: Pick<Logger, "warn">;
}

/**
 * Objects in a bucket. Uploads of known size and type go to the store itself, under an address that binds key, type and
 * length; the others pass through this server, which counts them. Downloads are streamed through this server.
 */
export const createS3Storage = ({ settings, folder, signingKey, log }: S3Options): Storage => {
  const client = createClient(settings);
  const { bucket: Bucket } = settings;
  const { run } = createCalls(log);
  const addresses = createUploadAddresses(signingKey);

  const put = (Key: string, Body: Buffer | Readable, size: number) => {
    checkKey(Key);
    return run("PutObject", shortMs + size / bytesPerMs.sent, (abortSignal) =>
      client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: size }), { abortSignal }),
    );
  };
  const staging = createStaging(folder, async (path, key, size) => {
    await put(key, createReadStream(path), size);
    await rm(path, { force: true });
  });

  const statOf = async (Key: string) => {
    checkKey(Key);
    try {
      const { ContentLength: size = 0, ETag = "" } = await run("HeadObject", shortMs, (abortSignal) =>
        client.send(new HeadObjectCommand({ Bucket, Key }), { abortSignal }),
      );
      return { size, mark: `${size}-${ETag}` };
    } catch (error) {
      if (error instanceof MissingObject) return undefined;
      throw error;
    }
  };

  async function* list(Prefix: string): AsyncGenerator<ListedObject & { size: number }> {
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
      const page = await run("ListObjectsV2", shortMs, (abortSignal) =>
        client.send(command, { abortSignal }),
      );
      for (const { Key, LastModified, Size = 0 } of page.Contents ?? []) {
        if (Key !== undefined && LastModified) yield { key: Key, writtenAt: LastModified, size: Size };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  const storage: Omit<Storage, "pieces"> = {
    direct: {
      stage: staging.stage,
      verifyGrant: addresses.verify,
    },
    async signUpload(grant) {
      const { id, size, contentType = "", openedAt, seconds } = grant;
      if (size === undefined || !plainHeader.test(contentType)) return addresses.sign(grant);
      const command = new PutObjectCommand({
        Bucket,
        Key: arrivalKeyOf(id),
        ContentType: contentType,
        ContentLength: size,
      });
      return getSignedUrl(client, command, {
        expiresIn: seconds,
        // This process's own clock may be wrong: the store would refuse the address.
        signingDate: openedAt,
        signableHeaders: new Set(["host", "content-type", "content-length"]),
      });
    },
    stat: statOf,
    async open(Key, range) {
      checkKey(Key);
      const part = range && `${range.start}-${range.end}`;
      return run("GetObject", shortMs, async (abortSignal) => {
        const command = new GetObjectCommand({ Bucket, Key, Range: part && `bytes=${part}` });
        const { Body, ContentRange } = await client.send(command, { abortSignal });
        if (!(Body instanceof Readable)) throw new Error("an object without a body");
        const source = unlessStalled(Body, stallMs);
        if (part === undefined || ContentRange?.startsWith(`bytes ${part}/`)) return source;
        source.destroy();
        throw new Error(`asked for ${part}, got ${String(ContentRange)}`);
      });
    },
    async write(key, bytes) {
      await put(key, bytes, bytes.length);
    },
    async copy(from, to) {
      checkKey(to);
      const source = await statOf(from);
      if (!source) return undefined;
      const command = new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` });
      try {
        await run("CopyObject", shortMs + source.size / bytesPerMs.copied, (abortSignal) =>
          client.send(command, { abortSignal }),
        );
      } catch (error) {
        if (error instanceof MissingObject) return undefined;
        throw error;
      }
      // Of the copy itself: other bytes may have arrived since the first look.
      const copied = await statOf(to);
      return copied && { size: copied.size, mark: source.mark };
    },
    async remove(Key) {
      checkKey(Key);
      await run("DeleteObject", shortMs, (abortSignal) =>
        client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
      );
    },
    list,
    async check() {
      const bytes = Buffer.from("written");
      await put("checks/written", bytes, bytes.length);
    },
    close() {
      client.destroy();
    },
  };
  const copyMs = (size: number): number => shortMs + size / bytesPerMs.copied;
  const pieces = createS3Pieces({ client, bucket: Bucket, run, copyMs, put, list, storage, folder });
  return { ...storage, pieces };
};
