import type { SessionEndReason } from "@knowhow/shared/ipc.ts";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Seal } from "./sealedFile.ts";
import { ConsoleSession } from "./session.ts";

const server = "https://knowhow.example";
const minute = 60_000;
const reversed = (text: string) => [...text].reverse().join("");
/** Not readable as it is; the system's own is not there. */
const seal: Seal = {
  close: async (text) => Buffer.from(reversed(text)),
  open: async (sealed) => reversed(sealed.toString()),
};

describe("the console's session", () => {
  let folder: string;
  let time: number;
  let ends: SessionEndReason[];
  let told: string[];
  const open = (by = seal) =>
    ConsoleSession.open({
      file: join(folder, "session.bin"),
      seal: by,
      now: () => time,
      onEnd: (reason) => ends.push(reason),
      tellServer: async (address, cookie) => {
        told.push(`${address} ${cookie}`);
      },
    });
  const signIn = async (by = seal) => {
    const session = await open(by);
    const cookies = ["sid=secret; Path=/; HttpOnly", "sid.sig=mark; Path=/"];
    await session.begin(`${server}/api/login`, "minji", cookies, session.turn);
    return session;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "knowhow-session-"));
    time = Date.now();
    ends = [];
    told = [];
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("goes to its server only, and outlives a restart", async () => {
    await signIn();
    const again = await open();
    expect(await again.cookieFor(`${server}/api/events`)).toBe("sid=secret; sid.sig=mark");
    expect(await again.cookieFor("https://other.example/api/events")).toBe("");
    expect((await readFile(join(folder, "session.bin"))).includes("secret")).toBe(false);
  });

  it("ends after half an hour without anybody there", async () => {
    const session = await signIn();
    time += 29 * minute;
    await session.touch();
    time += 29 * minute;
    expect(await session.cookieFor(server)).not.toBe("");
    time += minute;
    expect(await session.cookieFor(server)).toBe("");
    expect(ends).toEqual(["idle"]);
    expect(told).toEqual([`${server} sid=secret; sid.sig=mark`]);
    expect(await readdir(folder)).toEqual([]);
    // The session is over; the unsent words keep their owner.
    expect(session.person).toBeUndefined();
    expect(session.owner).toEqual({ server, personId: "minji" });
  });

  it("ends after twelve hours, whoever is there", async () => {
    const session = await signIn();
    for (let done = 0; done < 12 * 60 - 20; done += 20) {
      time += 20 * minute;
      await session.touch();
    }
    expect(ends).toEqual([]);
    time += 20 * minute;
    await session.touch();
    expect(ends).toEqual(["longest"]);
    expect(await session.cookieFor(server)).toBe("");
  });

  it("is not taken up when its time was over meanwhile, nor from a broken file", async () => {
    await signIn();
    time += 31 * minute;
    expect(await (await open()).cookieFor(server)).toBe("");
    await signIn();
    const broken = await open({ ...seal, open: async () => Promise.reject(new Error("another key")) });
    expect(await broken.cookieFor(server)).toBe("");
    expect(await readdir(folder)).toEqual([]);
  });

  it("keeps nothing that comes after its end, nor of another server", async () => {
    const session = await signIn();
    const { turn } = session;
    await session.hear("https://other.example/api/me", ["sid=theirs; Path=/"], turn);
    expect(await session.cookieFor(server)).toBe("sid=secret; sid.sig=mark");
    // A write during the end: the end stays.
    await Promise.all([session.hear(`${server}/api/me`, ["sid=newer; Path=/"], turn), session.end(turn)]);
    await session.hear(`${server}/api/me`, ["sid=late; Path=/"], turn);
    await session.touch();
    expect(await session.cookieFor(server)).toBe("");
    expect(await readdir(folder)).toEqual([]);
    expect(session.owner).toBeUndefined();
  });

  it("keeps nothing of whoever was there before", async () => {
    const session = await signIn();
    const { turn } = session;
    expect(await session.begin(`${server}/api/login`, "junho", ["sid=his; Path=/"], turn)).toBe(true);
    await session.hear(`${server}/api/me`, ["sid=hers; Path=/"], turn);
    await session.lose(turn);
    await session.end(turn);
    expect(told).toEqual([]);
    // A sign-in that was answered after his: it ends where it began.
    expect(await session.begin(`${server}/api/login`, "minji", ["sid=late; Path=/"], turn)).toBe(false);
    expect(told).toEqual([`${server} sid=late`]);
    expect(await session.cookieFor(server)).toBe("sid=his");
    expect(session.person).toEqual({ server, personId: "junho" });
  });

  it("ends at the server too when it is left before its time", async () => {
    const session = await signIn();
    await session.leave();
    expect(told).toEqual([`${server} sid=secret; sid.sig=mark`]);
    expect(await session.cookieFor(server)).toBe("");
    expect(await readdir(folder)).toEqual([]);
    expect(ends).toEqual([]);
  });

  it("ends with the server's word that it does not know it", async () => {
    const session = await signIn();
    await session.lose(session.turn);
    expect(ends).toEqual(["server"]);
    expect(told).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it("is not written down where nothing protects it", async () => {
    const session = await signIn({ ...seal, close: async () => undefined });
    expect(await session.cookieFor(server)).not.toBe("");
    expect(await readdir(folder)).toEqual([]);
  });
});
