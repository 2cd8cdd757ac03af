// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTabTextStore } from "@knowhow/ui/device/texts/store.ts";
import { createTexts } from "@knowhow/ui/device/texts/texts.ts";
import { refuse, startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import {
  keepPlace,
  newerPlace,
  placeKey,
  readPlace,
  sendPlace,
  sendPlaces,
  unsentPlaces,
} from "./readingPlaces.ts";

const contentId = "01900000-0000-7000-8000-00000000000e";
const key = placeKey(contentId, "0");
const other = placeKey(contentId, "1");
let server: Awaited<ReturnType<typeof startServer>> | undefined;
afterEach(() => server?.close());

const openTexts = () => createTexts(createTabTextStore(crypto.randomUUID()));
const answer =
  (body: FakeAnswer["body"], status = 200) =>
  async () => {
    server = await startServer(() => ({ status, body }));
  };

describe("a place in a file", () => {
  it("is the account's once it was sent, and the other file's stays", async () => {
    const texts = openTexts();
    keepPlace(texts, key, { position: 0.5, page: 3 });
    keepPlace(texts, other, { position: 0.1, page: null });
    expect(unsentPlaces(texts)).toEqual([key, other]);
    const at = "2026-11-20T00:00:00.000Z";
    await answer({ position: 0.5, page: 3, at })();
    expect(await sendPlace(texts, key)).toEqual({ position: 0.5, page: 3, at });
    expect(server?.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT /api/reading/${contentId}/0`,
    ]);
    expect(unsentPlaces(texts)).toEqual([other]);
    expect(readPlace(texts, key)).toMatchObject({ position: 0.5, page: 3 });
    // Nothing is left to send.
    expect(await sendPlace(texts, key)).toBeUndefined();
    expect(server?.asked).toHaveLength(1);
  });

  it("is not sent again once it was refused", async () => {
    const texts = openTexts();
    keepPlace(texts, key, { position: 0.5, page: 3 });
    await answer({ code: "PURCHASE_REQUIRED", message: "구매 후 이용할 수 있습니다." }, 403)();
    expect(await sendPlace(texts, key)).toBeUndefined();
    expect(unsentPlaces(texts)).toEqual([]);
  });

  it("is sent once there is a network again, and not after that", async () => {
    const texts = openTexts();
    const at = "2026-11-20T00:00:00.000Z";
    await answer({ position: 0.5, page: 3, at })();
    const stop = sendPlaces(texts);
    keepPlace(texts, key, { position: 0.5, page: 3 });
    window.dispatchEvent(new Event("online"));
    await expect.poll(() => unsentPlaces(texts)).toEqual([]);
    stop();
    keepPlace(texts, key, { position: 0.6, page: 3 });
    window.dispatchEvent(new Event("online"));
    expect(server?.asked).toHaveLength(1);
  });

  describe("that is not taken for now", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
    afterEach(() => void vi.useRealTimers());

    const taken = { body: { position: 0.5, page: 3, at: "2026-11-20T00:00:00.000Z" } };
    const puts = (index: string) => server?.asked.filter(({ path }) => path.endsWith(index)).length;
    /** The first file's is refused as given, the second file's is taken. */
    const begin = async (failure: FakeAnswer) => {
      const texts = openTexts();
      const state = { isFailing: true };
      server = await startServer(({ path }) => (path.endsWith("/0") && state.isFailing ? failure : taken));
      keepPlace(texts, key, { position: 0.5, page: 3 });
      keepPlace(texts, other, { position: 0.1, page: null });
      return { texts, state };
    };

    it.each<[string, FakeAnswer, number]>([
      ["503", refuse("UNAVAILABLE"), 1_000],
      ["500", refuse("INTERNAL"), 1_000],
      ["502 of a proxy", { status: 502, body: "Bad Gateway", isForeign: true }, 1_000],
      ["429, as late as it asks", { ...refuse("RATE_LIMITED"), headers: { "retry-after": "60" } }, 60_000],
    ])("is sent again after %s, and the other file's is not", async (_, failure, waitMs) => {
      const { texts, state } = await begin(failure);
      const stop = sendPlaces(texts);
      await expect.poll(() => unsentPlaces(texts)).toEqual([key]);
      // The reader tries too, as it is closed.
      expect(await sendPlace(texts, key)).toBeUndefined();
      expect([unsentPlaces(texts), puts("/0")]).toEqual([[key], 2]);
      state.isFailing = false;
      await vi.advanceTimersByTimeAsync(waitMs - 200);
      expect(puts("/0")).toBe(2);
      await vi.advanceTimersByTimeAsync(500);
      await expect.poll(() => unsentPlaces(texts)).toEqual([]);
      expect([puts("/0"), puts("/1")]).toEqual([3, 1]);
      stop();
    });

    it("is sent later where only its reader has tried", async () => {
      const { texts, state } = await begin(refuse("UNAVAILABLE"));
      state.isFailing = false;
      const stop = sendPlaces(texts);
      await expect.poll(() => unsentPlaces(texts)).toEqual([]);
      state.isFailing = true;
      keepPlace(texts, key, { position: 0.6, page: 4 });
      expect(await sendPlace(texts, key)).toBeUndefined();
      expect(unsentPlaces(texts)).toEqual([key]);
      state.isFailing = false;
      await vi.advanceTimersByTimeAsync(1_500);
      await expect.poll(() => unsentPlaces(texts)).toEqual([]);
      expect([puts("/0"), puts("/1")]).toEqual([3, 1]);
      stop();
    });

    it("waits for the next sign-in where the session has ended", async () => {
      const { texts, state } = await begin(refuse("LOGIN_REQUIRED"));
      const stop = sendPlaces(texts);
      await expect.poll(() => puts("/0")).toBe(1);
      await vi.advanceTimersByTimeAsync(600_000);
      expect(unsentPlaces(texts)).toContain(key);
      expect(puts("/0")).toBe(1);
      stop();
      state.isFailing = false;
      const stopAgain = sendPlaces(texts);
      await expect.poll(() => unsentPlaces(texts)).toEqual([]);
      stopAgain();
    });
  });

  it("begins with the newer one of device and account", () => {
    const place = { position: 0.5, page: 2 };
    const older = { ...place, at: "2026-11-20T00:00:00.000Z" };
    const newer = { position: 0.7, page: 3, at: "2026-11-21T00:00:00.000Z" };
    expect(newerPlace(newer, { ...older, isSent: true })).toMatchObject({ page: 3 });
    expect(newerPlace(older, { ...newer, isSent: false })).toMatchObject({ page: 3 });
    expect(newerPlace(undefined, { ...older, isSent: false })).toMatchObject({ page: 2 });
    expect(newerPlace({ position: 0, page: null, at: null }, undefined)).toBeUndefined();
  });

  it("is none where something else was kept under its name", () => {
    const texts = openTexts();
    texts.keep(key, "글");
    expect(readPlace(texts, key)).toBeUndefined();
    texts.keep(key, { position: "0.5" });
    expect(readPlace(texts, key)).toBeUndefined();
  });
});
