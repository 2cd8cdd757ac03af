import S3rver from "@20minutes/s3rver";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Settings } from "../src/configS3.ts";

/** What a bucket must allow, so that browsers may send uploads to it. */
const cors = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod>
  <AllowedHeader>content-type</AllowedHeader></CORSRule></CORSConfiguration>`;

/** Calls that the store is told to refuse: all of a method, or those with this query; with 503, or without a word. */
interface Refused {
  method: string;
  query?: string;
  status?: number;
  isSilent?: boolean;
}

/** A store that speaks S3 and judges signatures, with an empty bucket. */
export interface TestS3 {
  settings: S3Settings;
  /** The settings as the product reads them. */
  env: Record<string, string>;
  /** Multipart uploads that were begun and neither completed nor ended. */
  unfinished(): Promise<string[]>;
  /** Length of an object; undefined where there is none. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Refuses such calls from now on, or never answers them; undefined ends that. */
  refuse(call: Refused | undefined): void;
  stop(): Promise<void>;
}

/** Starts a store of its own, on a free port unless told otherwise. */
export const startS3 = async (port = 0): Promise<TestS3> => {
  const directory = await mkdtemp(join(tmpdir(), "knowhow-s3-"));
  const bucket = "knowhow-test";
  const server = new S3rver({
    address: "127.0.0.1",
    port,
    directory,
    silent: true,
    configureBuckets: [{ name: bucket, configs: [cors] }],
  });
  const uploads = server.store.getResourcePath(bucket, undefined, "uploads");
  let refused: Refused | undefined;
  server.middleware.unshift(async (ctx, next) => {
    const { uploadId } = ctx.query;
    const isRefused =
      refused?.method === ctx.method && (refused.query === undefined || refused.query in ctx.query);
    if (refused && isRefused) {
      if (refused.isSilent) await new Promise(() => undefined);
      ctx.status = refused.status ?? 503;
    } else if (ctx.method === "DELETE" && typeof uploadId === "string") {
      // The emulator can not end a multipart upload.
      const isThere = (await unfinished()).includes(uploadId);
      await rm(join(uploads, uploadId), { recursive: true, force: true });
      ctx.status = isThere ? 204 : 404;
    } else await next();
  });
  const unfinished = (): Promise<string[]> => readdir(uploads).catch(() => []);
  const { port: found } = await server.run();
  const settings = {
    bucket,
    endpoint: `http://127.0.0.1:${found}`,
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  };
  return {
    settings,
    env: {
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    unfinished,
    sizeOf: (key) =>
      stat(server.store.getResourcePath(bucket, key, "object")).then(
        ({ size }) => size,
        () => undefined,
      ),
    refuse(call) {
      refused = call;
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
