import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPendingSignOuts } from "./pendingSignOuts.ts";
import type { Seal } from "./sealedFile.ts";

const server = "https://knowhow.example";
const day = 24 * 60 * 60_000;
const reversed = (text: string) => [...text].reverse().join("");
const seal: Seal = {
  close: async (text) => Buffer.from(reversed(text)),
  open: async (sealed) => reversed(sealed.toString()),
};

describe("the ends of sessions", () => {
  let folder: string;
  let time: number;
  let told: string[];
  let warnings: number;
  let isFull: boolean;
  /** What the server answers; undefined where it can not be reached. */
  let status: number | undefined;
  const open = () =>
    openPendingSignOuts({
      file: join(folder, "pending-sign-outs.bin"),
      seal: {
        ...seal,
        close: async (text) => (isFull ? Promise.reject(new Error("full")) : seal.close(text)),
      },
      now: () => time,
      send: async (address, { method, headers }) => {
        told.push(`${String(method)} ${address} ${new Headers(headers).get("cookie") ?? ""}`);
        if (status === undefined) throw new TypeError("no network");
        return new Response(null, { status });
      },
      onUnwritten: () => {
        warnings += 1;
      },
      log: () => undefined,
    });
  const files = () => readdir(folder);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "knowhow-sign-outs-"));
    time = 0;
    told = [];
    warnings = 0;
    isFull = false;
    status = 200;
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("are told at once", async () => {
    await (await open()).add(server, "sid=secret");
    await expect.poll(files).toEqual([]);
    expect(told).toEqual([`POST ${server}/api/auth/logout sid=secret`]);
  });

  it("are kept sealed over a restart until the server has heard", async () => {
    status = undefined;
    const first = await open();
    await first.add(server, "sid=secret");
    expect((await readFile(join(folder, "pending-sign-outs.bin"))).includes("secret")).toBe(false);
    const second = await open();
    for (const busy of [502, 429, 302]) {
      status = busy;
      time += 60_000;
      await second.tell();
      expect(await files()).toEqual(["pending-sign-outs.bin"]);
    }
    status = 200;
    time += 60_000;
    await second.tell();
    expect(await files()).toEqual([]);
    expect(told).toHaveLength(5);
  });

  it("are not told again and again at once, and of two each by itself", async () => {
    status = undefined;
    const pendingSignOuts = await open();
    await pendingSignOuts.add(server, "sid=one");
    await expect.poll(() => told.length).toBe(1);
    for (let turn = 0; turn < 5; turn += 1) await pendingSignOuts.tell();
    expect(told).toHaveLength(1);
    status = 401;
    await pendingSignOuts.add(server, "sid=two");
    await expect.poll(files).toEqual([]);
    expect(told.slice(1).map((line) => line.split(" ").at(-1))).toEqual(["sid=one", "sid=two"]);
  });

  it("are given up when the session is long over by itself", async () => {
    status = undefined;
    await (await open()).add(server, "sid=secret");
    time += 14 * day;
    const asked = told.length;
    await (await open()).tell();
    expect(await files()).toEqual([]);
    expect(told).toHaveLength(asked);
  });

  it("that can not be written down are told of once, and written again until they are", async () => {
    isFull = true;
    status = undefined;
    const pendingSignOuts = await open();
    await pendingSignOuts.add(server, "sid=one");
    await expect.poll(() => warnings).toBe(1);
    await pendingSignOuts.add(server, "sid=two");
    time += 60_000;
    await pendingSignOuts.tell();
    expect([warnings, await files()]).toEqual([1, []]);
    isFull = false;
    await pendingSignOuts.tell();
    expect(await files()).toEqual(["pending-sign-outs.bin"]);
    // After a restart both are told.
    status = 200;
    told = [];
    await (await open()).tell();
    expect(told.map((line) => line.split(" ").at(-1))).toEqual(["sid=one", "sid=two"]);
    expect(await files()).toEqual([]);
  });

  it("that can not be written down are no trouble where the server has heard at once", async () => {
    isFull = true;
    await (await open()).add(server, "sid=one");
    await expect.poll(() => told.length).toBe(1);
    expect([warnings, await files()]).toEqual([0, []]);
  });
});
