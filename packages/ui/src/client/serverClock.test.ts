import { afterEach, describe, expect, it, vi } from "vitest";
import { startServer } from "../testing/server.ts";
import { buildUser } from "../testing/users.ts";
import { sanctionOf } from "../features/accounts/sanction.ts";
import { client } from "./client.ts";
import { noteServerTime, serverNow } from "./serverClock.ts";

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;

describe("the server's clock", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    noteServerTime(new Date().toUTCString());
  });

  it("is the device's until an answer tells another time, and that of the newest answer", () => {
    const now = Date.now();
    const isOff = () => Math.abs(serverNow().getTime() - now) > hourMs;
    expect(isOff()).toBe(false);
    for (const nothing of [null, "", "yesterday"]) noteServerTime(nothing);
    expect(isOff()).toBe(false);
    noteServerTime(new Date(now - dayMs).toUTCString());
    expect(isOff()).toBe(true);
    noteServerTime(new Date(now + 5_000).toUTCString());
    expect(serverNow().getTime()).toBeLessThan(now + 5_000);
  });

  it("decides whether a suspension lasts, on a device that is a day ahead or behind", async () => {
    const realNow = Date.now();
    let fault = dayMs;
    const server = await startServer(() => ({
      body: { user: buildUser() },
      headers: { "cache-control": "no-store", date: new Date(realNow).toUTCString() },
    }));
    vi.spyOn(Date, "now").mockImplementation(() => realNow + fault);
    const suspendedFor = (ms: number) =>
      sanctionOf({ isBanned: false, banReason: null, suspendedUntil: new Date(realNow + ms).toISOString() })
        ?.kind;
    for (const wrong of [dayMs, -dayMs]) {
      fault = wrong;
      await client.accounts.me().catch(() => undefined);
      expect([suspendedFor(hourMs), suspendedFor(-hourMs)]).toEqual(["suspension", undefined]);
    }
    await server.close();
  });
});
