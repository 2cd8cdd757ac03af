import { AppError } from "@knowhow/shared";
import Koa from "koa";
import type { Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { constants, deflateRawSync, gzipSync } from "node:zlib";
import { readJson } from "./body.ts";

const megabyte = 1024 * 1024;
const packed = "content-encoding: gzip";

/** A gzip stream that goes on for many bytes and unpacks to none. */
const emptyBlocks = (bytes: number): Buffer => {
  const head = gzipSync("").subarray(0, 10);
  const block = deflateRawSync("", { finishFlush: constants.Z_SYNC_FLUSH });
  return Buffer.concat([head, ...Array.from({ length: Math.ceil(bytes / block.length) }, () => block)]);
};

/** A request with a body that does not say how long it is. */
const post = (body: Buffer | string, ...headers: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(
      [
        "POST / HTTP/1.1",
        "host: a",
        "content-type: application/json",
        "transfer-encoding: chunked",
        ...headers,
      ]
        .map((line) => `${line}\r\n`)
        .join("") + `\r\n${Buffer.byteLength(body).toString(16)}\r\n`,
    ),
    Buffer.from(body),
    Buffer.from("\r\n0\r\n\r\n"),
  ]);

describe("readJson", () => {
  let server: Server;
  const outcomes: unknown[] = [];
  beforeAll(async () => {
    const app = new Koa();
    app.use(async (ctx) => {
      const outcome = await readJson(ctx).catch((error: unknown) =>
        error instanceof AppError ? error.code : String(error),
      );
      outcomes.push(outcome);
      ctx.body = { outcome };
    });
    await new Promise<void>((resolve) => (server = app.listen(0, "127.0.0.1", resolve)));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  // A server that listens on a port has an address of this kind.
  const open = (): Socket => connect((server.address() as AddressInfo).port, "127.0.0.1");

  /** What was made of each request; all go through one connection. */
  const send = async (...requests: Buffer[]): Promise<unknown[]> => {
    const socket = open();
    for (const bytes of requests) socket.write(bytes);
    socket.write(post("{}", "connection: close"));
    const answers = (await text(socket)).matchAll(/\{"outcome":(.*)\}\r?\n?/g);
    return [...answers].map(([, outcome = ""]): unknown => JSON.parse(outcome)).slice(0, -1);
  };

  it.each([
    ["a plain body", post(Buffer.alloc(4 * megabyte, " "))],
    ["what a body unpacks to", post(gzipSync(Buffer.alloc(32 * megabyte, " ")), packed)],
    ["a body that unpacks to nothing", post(emptyBlocks(4 * megabyte), packed)],
  ])("ends %s at a megabyte, and hears the next call of the connection", async (_what, large) => {
    expect(await send(large, post(`{"a":1}`))).toEqual(["TOO_LARGE", { a: 1 }]);
  });

  it.each([
    ["plain", post(`{"a":1}`)],
    ["packed", post(gzipSync(`{"a":1}`), packed)],
  ])("ends when the sender of a %s body leaves in the middle", async (_what, whole) => {
    outcomes.length = 0;
    const socket = open();
    server.once("request", () => socket.destroy());
    socket.write(whole.subarray(0, -10));
    await expect.poll(() => outcomes).toEqual(["BAD_JSON"]);
  });

  it("takes an encoding in capitals, and refuses unknown ones", async () => {
    const body = gzipSync(`{"a":1}`);
    const named = (name: string) => `content-encoding: ${name}`;
    expect(
      await send(post(body, named("GZIP")), post(body, named("zstd")), post("{}", named("Identity"))),
    ).toEqual([{ a: 1 }, "UNSUPPORTED_TYPE", {}]);
  });

  it("refuses a prototype, packed or not", async () => {
    const body = `{"__proto__":{"a":1}}`;
    expect(await send(post(body), post(gzipSync(body), packed))).toEqual(["BAD_JSON", "BAD_JSON"]);
  });
});
