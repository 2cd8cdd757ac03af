import { randomBytes } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createCalls, unlessStalled } from "./s3Calls.ts";
import { MissingObject } from "./storage.ts";

const failure = (status: number | undefined, name = "Error") =>
  Object.assign(new Error("from the store"), {
    name,
    $metadata: status === undefined ? {} : { httpStatusCode: status },
  });
const never = (signal: AbortSignal) =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(failure(undefined, "AbortError")));
  });

describe("calls to a store", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const restMs = 1_000;
  const fail = (status?: number, name?: string) => () => Promise.reject(failure(status, name));

  it("end in time, as UNAVAILABLE, and say in the log why", async () => {
    const warn = vi.fn();
    const { run } = createCalls({ warn });
    await expect(run("GetObject", 20, never)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(run("GetObject", 1_000, fail(403, "AccessDenied"))).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    expect(warn.mock.calls.map(([line]: unknown[]) => line)).toMatchObject([
      { call: "GetObject", reason: "AbortError" },
      { call: "GetObject", reason: "AccessDenied", status: 403 },
    ]);
  });

  it("tell an object that is not there from a bucket that is not there", async () => {
    const { run } = createCalls({ warn: () => undefined });
    await expect(run("GetObject", 1_000, fail(404, "NoSuchKey"))).rejects.toBeInstanceOf(MissingObject);
    await expect(run("GetObject", 1_000, fail(404, "NoSuchBucket"))).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
  });

  it("are not even made for a moment after five without an answer, then one by one", async () => {
    const { run } = createCalls({ warn: () => undefined }, { restMs });
    vi.useFakeTimers({ toFake: ["Date"] });
    const work = vi.fn(fail(503));
    const call = () => run("HeadObject", 1_000, work).catch(() => undefined);
    await call();
    // A refusal is an answer: it starts the count of failures again.
    await run("HeadObject", 1_000, fail(403)).catch(() => undefined);
    for (let index = 0; index < 8; index += 1) await call();
    expect(work).toHaveBeenCalledTimes(6);
    vi.setSystemTime(Date.now() + restMs);
    await Promise.all([call(), call(), call()]);
    expect(work).toHaveBeenCalledTimes(7);
    vi.setSystemTime(Date.now() + restMs);
    expect(await run("HeadObject", 1_000, () => Promise.resolve("back"))).toBe("back");
    await call();
    expect(work).toHaveBeenCalledTimes(8);
  });
});

describe("a download from a store", () => {
  const bytes = randomBytes(500_000);

  it("gives the same bytes, however slowly they are read", async () => {
    const limitMs = 20;
    // The reader is the slow one here: a real pause, in which the watch looks several times.
    const slowMs = 5 * limitMs;
    const source = unlessStalled(Readable.from([bytes, bytes]), limitMs);
    const parts: Buffer[] = [];
    for await (const part of source as AsyncIterable<Buffer>) {
      parts.push(part);
      await sleep(slowMs);
    }
    expect(Buffer.concat(parts).equals(Buffer.concat([bytes, bytes]))).toBe(true);
  });

  it("ends as UNAVAILABLE when nothing comes any more, or the store breaks off", async () => {
    const silent = new PassThrough();
    silent.write(bytes);
    await expect(buffer(unlessStalled(silent, 30))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect.poll(() => silent.destroyed).toBe(true);
    const broken = new PassThrough();
    const reading = buffer(unlessStalled(broken, 10_000));
    broken.destroy(new Error("reset"));
    await expect(reading).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it("lets the store's connection go when the reader leaves", async () => {
    const source = new PassThrough();
    source.write(bytes);
    const reading = unlessStalled(source, 10_000);
    reading.destroy();
    await expect.poll(() => source.destroyed).toBe(true);
  });
});
