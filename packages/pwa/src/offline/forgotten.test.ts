// @vitest-environment jsdom
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import { QueryClient } from "@tanstack/react-query";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseOf, eraseDatabase, personsKept } from "./database.ts";
import { eraseForgotten, watchEndings, watchForgotten } from "./forgotten.ts";

const dayMs = 24 * 60 * 60_000;

// Another user in each test: a database just erased is not opened again for a while.

describe("what is kept of somebody whose session has ended", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(async () => {
    for (const personId of await personsKept()) await eraseDatabase(personId);
    vi.useRealTimers();
  });
  const keep = async (personId: string) => {
    await databaseOf(personId).answers.put({ address: "a", data: 1, nextCursor: undefined, keptAt: 0 });
  };
  const keptAfter = async (days: number) => {
    vi.setSystemTime(Date.now() + days * dayMs);
    await eraseForgotten();
    return personsKept();
  };

  it("is deleted thirty days later, and of nobody else", async () => {
    setActiveUser("gone");
    await keep("gone");
    setActiveUser("here");
    await keep("here");
    expect(await keptAfter(10)).toEqual(["gone", "here"]);
    // The server has confirmed the user again.
    setActiveUser("here");
    expect(await keptAfter(19.9)).toEqual(["gone", "here"]);
    expect(await keptAfter(0.2)).toEqual(["here"]);
  });

  it("is deleted thirty days after it must have ended, where nobody said so", async () => {
    setActiveUser("silent");
    await keep("silent");
    expect(await keptAfter(43.9)).toEqual(["silent"]);
    expect(await keptAfter(0.2)).toEqual([]);
  });

  it("counts from when it is found, where nothing is known of it", async () => {
    await keep("unknown");
    expect(await keptAfter(0)).toEqual(["unknown"]);
    expect(await keptAfter(29.9)).toEqual(["unknown"]);
    expect(await keptAfter(0.2)).toEqual([]);
  });

  it("stays where the clock has jumped ahead, until the server has said who is here", async () => {
    setActiveUser("jumped");
    await keep("jumped");
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"], now: Date.now() + 50 * dayMs });
    const queryClient = new QueryClient();
    watchForgotten(queryClient);
    // Erasing begins with a look at all that is kept.
    const looks = vi.spyOn(Dexie, "getDatabaseNames");
    vi.advanceTimersByTime(20_000);
    expect(looks).not.toHaveBeenCalled();
    looks.mockRestore();
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 50 * dayMs });
    expect(await personsKept()).toEqual(["jumped"]);
    queryClient.setQueryData(meKey, null);
    await expect.poll(personsKept).toEqual([]);
  });
});

describe("what somebody has read whose session the server has ended", () => {
  const canary = "카나리아 한 마리";
  beforeEach(() => localStorage.clear());
  afterEach(async () => {
    for (const personId of await personsKept()) await eraseDatabase(personId);
  });
  const keep = async (personId: string) => {
    const base = databaseOf(personId);
    await base.answers.put({ address: `/api/${canary}`, data: [canary], nextCursor: undefined, keptAt: 0 });
    await base.texts.put({ name: "comment", value: "쓰던 말" });
  };
  const readOf = (personId: string) => databaseOf(personId).answers.count();
  const textsOf = (personId: string) => databaseOf(personId).texts.count();
  const queryClient = new QueryClient();

  it("goes at once, of nobody else, and what was not sent stays", async () => {
    setActiveUser("ended");
    await keep("ended");
    setActiveUser("next");
    await keep("next");
    queryClient.setQueryData(meKey, { id: "next" });
    const stop = watchEndings(queryClient);
    await expect.poll(() => readOf("ended")).toBe(0);
    expect([await readOf("next"), await textsOf("ended"), await textsOf("next")]).toEqual([1, 1, 1]);
    // Their session ends as well.
    setActiveUser(null);
    queryClient.setQueryData(meKey, null);
    await expect.poll(() => readOf("next")).toBe(0);
    expect(await textsOf("next")).toBe(1);
    stop();
  });

  it("stays while nobody but the device has said so", async () => {
    setActiveUser("away");
    await keep("away");
    setActiveUser(null);
    const fresh = new QueryClient();
    const stop = watchEndings(fresh);
    fresh.setQueryData(["something else"], 1);
    expect(await readOf("away")).toBe(1);
    fresh.setQueryData(meKey, null);
    await expect.poll(() => readOf("away")).toBe(0);
    stop();
  });

  it("stays while their session goes on, however the clock of the device jumps", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const fresh = new QueryClient();
    try {
      setActiveUser("zone");
      await keep("zone");
      setActiveUser("going on");
      await keep("going on");
      vi.setSystemTime(Date.now() + 50 * dayMs);
      fresh.setQueryData(meKey, { id: "going on" });
      const stop = watchEndings(fresh);
      // The last user to be checked.
      await expect.poll(() => readOf("zone")).toBe(0);
      expect(await readOf("going on")).toBe(1);
      stop();
    } finally {
      vi.useRealTimers();
    }
  });

  it("goes also where another tab writes it late, and nothing of who is here", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const advance = () => vi.advanceTimersByTimeAsync(10_000);
    setActiveUser("late");
    await keep("late");
    setActiveUser("present");
    await keep("present");
    const fresh = new QueryClient();
    fresh.setQueryData(meKey, { id: "present" });
    const stop = watchEndings(fresh);
    try {
      await expect.poll(() => readOf("late")).toBe(0);
      await advance();
      // A tab that does not know yet that the session is over.
      const tab = await new Dexie("knowhow:late").open();
      await tab.table("answers").put({ address: "/api/late", data: [canary], keptAt: 0 });
      await tab.table("texts").put({ name: "case:1", value: canary });
      tab.close();
      await expect
        .poll(async () => {
          await advance();
          return [await readOf("late"), await textsOf("late")];
        })
        .toEqual([0, 1]);
      expect([await readOf("present"), await textsOf("present")]).toEqual([1, 1]);
    } finally {
      stop();
      vi.useRealTimers();
    }
  });

  it("goes with what they wrote of their office, and with nothing else that they wrote", async () => {
    const office = [
      "case:1",
      "moderation:2",
      "warn-reporter:3",
      "reopen:4",
      "lift:5",
      "refund-deny:6",
      "group:7",
      "clawback:8",
      "overtaken:9",
    ];
    const own = ["comment:1", "inquiry", "report:2", "refund:7"];
    setActiveUser("admin");
    // Also where no answers were kept.
    for (const name of [...office, ...own]) await databaseOf("admin").texts.put({ name, value: canary });
    setActiveUser("colleague");
    await databaseOf("colleague").texts.put({ name: "case:1", value: canary });
    const fresh = new QueryClient();
    fresh.setQueryData(meKey, { id: "colleague" });
    const stop = watchEndings(fresh);
    await expect.poll(() => textsOf("admin")).toBe(own.length);
    expect(await databaseOf("admin").texts.toCollection().primaryKeys()).toEqual(own.toSorted());
    expect(await textsOf("colleague")).toBe(1);
    stop();
  });
});
