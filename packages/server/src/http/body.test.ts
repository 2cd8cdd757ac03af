import { AppError } from "@knowhow/shared";
import Koa from "koa";
import type { IncomingMessage, Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { maxStallMs, measureStall } from "../../testing/stalls.ts";
import { readJson } from "./body.ts";

const megabyte = 1024 * 1024;
const packed = "content-encoding: gzip";

/** A gzip stream that goes on for many bytes and unpacks to none. */
const emptyBlocks = (bytes: number): Buffer => {
  const head = gzipSync("").subarray(0, 10);
  const block = deflateRawSync("", { finishFlush: constants.Z_SYNC_FLUSH });
  return Buffer.concat([head, ...Array.from({ length: Math.ceil(bytes / block.length) }, () => block)]);
};

const chunk = (bytes: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`${Buffer.byteLength(bytes).toString(16)}\r\n`),
    Buffer.from(bytes),
    Buffer.from("\r\n"),
  ]);

const lastChunk = "0\r\n\r\n";

/** The beginning of a request with a body that does not say how long it is. */
const begin = (...headers: string[]): Buffer =>
  Buffer.from(
    ["POST / HTTP/1.1", "host: a", "content-type: application/json", "transfer-encoding: chunked", ...headers]
      .map((line) => `${line}\r\n`)
      .join("") + "\r\n",
  );

const post = (body: Buffer | string, ...headers: string[]): Buffer =>
  Buffer.concat([begin(...headers), chunk(body), Buffer.from(lastChunk)]);

/** A little more than a megabyte. */
const spaces = Buffer.alloc(1_070_000, " ");
/** Bytes that no block of an encoding begins with. */
const damage = Buffer.alloc(64, 0xff);
const flushed = { finishFlush: constants.Z_SYNC_FLUSH };
const flushedBrotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
const whole = gzipSync(`{"a":1}`);

describe("readJson", () => {
  let server: Server;
  const outcomes: unknown[] = [];
  /** Waited for before a body is read. */
  let prepare: (request: IncomingMessage) => Promise<unknown> | undefined = () => undefined;
  beforeAll(async () => {
    const app = new Koa();
    app.use(async (ctx) => {
      await prepare(ctx.req);
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

  /** The outcome of each request; all go through one connection. */
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
    await expect.poll(() => outcomes).toEqual(["VALIDATION"]);
  });

  it.each([
    ["half of a plain body", post(`{"a":1}`).subarray(0, -10)],
    ["half of a packed body", post(gzipSync(`{"a":1}`), packed).subarray(0, -10)],
    ["a plain body", post(`{"a":1}`)],
    ["a packed body", post(gzipSync(`{"a":1}`), packed)],
  ])("ends when the sender of %s has left before it is read", async (_what, sent) => {
    outcomes.length = 0;
    const socket = open();
    prepare = async (request) => {
      prepare = () => undefined;
      socket.destroy();
      await new Promise((resolve) => request.once("close", resolve));
    };
    socket.write(sent);
    await expect.poll(() => outcomes).toEqual(["VALIDATION"]);
    expect(await send(post(`{"a":1}`))).toEqual([{ a: 1 }]);
  });

  describe("of a damaged body", () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    beforeEach(() => {
      uncaught.length = 0;
      process.on("uncaughtException", note);
    });
    afterEach(() => process.off("uncaughtException", note));

    it.each([
      ["gzip", [Buffer.concat([gzipSync(spaces, flushed), damage])], "TOO_LARGE"],
      ["gzip", [gzipSync(spaces, flushed), damage], "TOO_LARGE"],
      ["deflate", [Buffer.concat([deflateSync(spaces, flushed), damage])], "TOO_LARGE"],
      ["br", [brotliCompressSync(spaces, flushedBrotli), damage], "TOO_LARGE"],
      ["gzip", [gzipSync("{}", flushed), damage], "BAD_JSON"],
      ["br", [brotliCompressSync("{}", flushedBrotli), damage], "BAD_JSON"],
      ["gzip", [whole, damage], "BAD_JSON"],
      ["gzip", [whole, whole.subarray(0, 10), damage], "BAD_JSON"],
    ])("in %s nothing is left to fail", async (encoding, parts, outcome) => {
      const named = `content-encoding: ${encoding}`;
      const large = Buffer.concat([begin(named), ...parts.map(chunk), Buffer.from(lastChunk)]);
      expect(await send(large, post(`{"a":1}`))).toEqual([outcome, { a: 1 }]);
      expect(await send(post("{}"))).toEqual([{}]);
      expect(uncaught).toEqual([]);
    });

    it("nothing is left to fail by what comes behind its end", async () => {
      outcomes.length = 0;
      const socket = open();
      socket.write(begin(packed));
      socket.write(chunk(Buffer.concat([whole, Buffer.alloc(64)])));
      await expect.poll(() => outcomes).toEqual([{ a: 1 }]);
      for (const bytes of [chunk(damage), lastChunk, post("{}", "connection: close")]) socket.write(bytes);
      await text(socket);
      expect(outcomes).toEqual([{ a: 1 }, {}]);
      expect(uncaught).toEqual([]);
    });
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
    expect(await send(post(body), post(gzipSync(body), packed))).toEqual(["VALIDATION", "VALIDATION"]);
  });

  const nested = `${"[".repeat(480_000)}${"]".repeat(480_000)}`;
  it.each([
    ["nested lists", `{"a":${nested}}`],
    ["lists in a list", `{"a":[${"[],".repeat(320_000)}[]]}`],
    ["nested objects", `${'{"a":'.repeat(170_000)}1${"}".repeat(170_000)}`],
    ["fields", `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":0`).join(",")}}`],
    ["numbers", `{"a":[${"0,".repeat(480_000)}0]}`],
    ["unended lists", `{"a":${"[".repeat(960_000)}`],
  ])("judges a megabyte of %s before it is parsed, and stalls nobody", async (_what, body) => {
    const large = post(body);
    const outcomesOf = () => send(large, large, post(`{"a":1}`));
    expect(await outcomesOf()).toEqual(["VALIDATION", "VALIDATION", { a: 1 }]);
    expect(await measureStall(outcomesOf)).toBeLessThan(maxStallMs / 2);
  });

  it("takes what only looks deep: signs inside a text, escaped quotes, and what the contract sends", async () => {
    const bodies = [{ a: nested }, { a: String.raw`\"[[[`.repeat(10_000) }, { a: [[{ b: [1, "]"] }], []] }];
    expect(await send(...bodies.map((body) => post(JSON.stringify(body))))).toEqual(bodies);
    expect(await send(post('{"a":"'), post('{"a":"\\'), post("{}"))).toEqual(["BAD_JSON", "BAD_JSON", {}]);
  });
});
