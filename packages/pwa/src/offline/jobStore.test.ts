// @vitest-environment jsdom
import type { Job } from "@knowhow/ui/device/jobs/job.ts";
import { createTabJobStore, type JobStore } from "@knowhow/ui/device/jobs/store.ts";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseOf, eraseDatabase } from "./database.ts";
import { createLazyJobStore } from "./lazyStores.ts";
import { createDeviceJobStore } from "./jobStore.ts";

const row = (id: string, createdAt: number): Job<"message"> => ({
  id,
  userId: "me",
  kind: "message",
  payload: { roomId: "room", text: id },
  lane: "chat:room",
  status: "queued",
  createdAt,
  attempts: 0,
  notBefore: 0,
});

const put = (store: JobStore, job: Job) => store.change(job.id, () => job);

/** Timers without a time run in their order. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

/** The browser's locks, within one page: a held lock is not available, or waited for. */
const createPageLocks = () => {
  const held = new Map<string, Promise<unknown>>();
  return {
    request: async (
      name: string,
      { ifAvailable = false }: LockOptions,
      work: (lock: object | null) => Promise<boolean>,
    ) => {
      if (ifAvailable && held.has(name)) return work(null);
      while (held.has(name)) await held.get(name);
      const run = work({ name }).finally(() => held.delete(name));
      held.set(
        name,
        run.catch(() => undefined),
      );
      return run;
    },
  };
};

describe.each([
  ["a tab", createTabJobStore],
  ["the device", createDeviceJobStore],
  [
    "the device, whose code comes late",
    (id: string) => createLazyJobStore(async () => createDeviceJobStore(id)),
  ],
])("jobs kept in %s", (_, open) => {
  let person = "";
  let bystander = "";
  let tests = 0;
  beforeEach(() => {
    tests += 1;
    [person, bystander] = [`${open.name}${tests}`, `${open.name}-other${tests}`];
    Object.defineProperty(navigator, "locks", { value: createPageLocks(), configurable: true });
  });
  afterEach(async () => {
    for (const id of [person, bystander]) await open(id).erase();
    Reflect.deleteProperty(navigator, "locks");
  });

  it("are one person's", async () => {
    const store = open(person);
    await put(store, row("two", 2));
    await put(store, row("one", 1));
    await put(open(bystander), row("three", 3));
    expect((await store.read()).map(({ id }) => id).sort()).toEqual(["one", "two"]);
    await store.change("one", (one) => one && { ...one, status: "parked" });
    expect(await store.change("gone", (none) => none)).toBeUndefined();
    expect(await store.change("two", () => undefined)).toBeUndefined();
    expect(await open(person).read()).toEqual([{ ...row("one", 1), status: "parked" }]);
    expect(await open(bystander).read()).toEqual([row("three", 3)]);
  });

  it("are told to everyone who listens when they change", async () => {
    const store = open(person);
    const [heard, bystanding] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const stop = store.onChange(heard);
    const stopBystander = store.onChange(bystanding);
    await put(store, row("one", 1));
    await expect.poll(() => [heard.mock.calls.length, bystanding.mock.calls.length]).not.toContain(0);
    // On the device each first hears of the rows that are there.
    await nextTurn();
    stop();
    const count = heard.mock.calls.length;
    bystanding.mockClear();
    await store.change("one", () => undefined);
    await expect.poll(() => bystanding).toHaveBeenCalled();
    expect(heard).toHaveBeenCalledTimes(count);
    stopBystander();
  });

  it("are run in a lane by one at a time, and again after one that failed", async () => {
    const store = open(person);
    let end: () => void = () => undefined;
    const first = store.runInLane("a", () => new Promise((resolve) => (end = resolve)));
    await expect.poll(() => store.runInLane("a", async () => undefined)).toBe(false);
    expect(await store.runInLane("b", async () => undefined)).toBe(true);
    expect(await open(bystander).runInLane("a", async () => undefined)).toBe(true);
    const late = vi.fn<() => Promise<void>>().mockResolvedValue();
    const waiting = store.runInLane("a", late, "wait");
    expect(await store.runInLane("b", async () => undefined, "wait")).toBe(true);
    expect(late).not.toHaveBeenCalled();
    end();
    expect([await first, await waiting]).toEqual([true, true]);
    expect(late).toHaveBeenCalledTimes(1);
    const broken = store.runInLane("a", () => Promise.reject(new Error("broken")));
    await expect(broken).rejects.toThrow("broken");
    expect(await store.runInLane("a", async () => undefined)).toBe(true);
  });
});

describe("jobs kept on the device", () => {
  // Each test has its own user, since a deleted database is not recreated at once.
  let person = "";
  let tests = 0;
  beforeEach(() => {
    tests += 1;
    person = `jobs${tests}`;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await eraseDatabase(person);
  });

  it("tell every tab that they have changed", async () => {
    const heard = vi.fn<() => void>();
    const store = createDeviceJobStore(person);
    const stop = store.onChange(heard);
    await expect.poll(() => heard).toHaveBeenCalledTimes(1);
    await put(createDeviceJobStore(person), row("one", 1));
    await expect.poll(() => heard).toHaveBeenCalledTimes(2);
    stop();
    await store.change("one", () => undefined);
    await put(store, row("two", 2));
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it("are gone when they are erased, whatever was under way, and can be kept anew later", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await put(createDeviceJobStore(person), row("one", 1));
    await createDeviceJobStore(person).erase();
    expect(() => databaseOf(person)).toThrow("deleted");
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`knowhow:${person}`);
    vi.setSystemTime(Date.now() + 11_000);
    expect(await createDeviceJobStore(person).read()).toEqual([]);
  });

  it("are heard of in another tab by who signs in again right after the sign-out, and by who listens all along", async () => {
    const tell = async () => {
      // Another tab deletes the database.
      await databaseOf(person).open();
      await Dexie.delete(`knowhow:${person}`);
    };
    setActiveUser(person);
    const heard = vi.fn<() => void>();
    const stop = createLazyJobStore(async () => createDeviceJobStore(person)).onChange(heard);
    await expect.poll(() => heard).toHaveBeenCalledTimes(1);
    setActiveUser(null);
    await tell();
    await expect(createDeviceJobStore(person).read()).rejects.toThrow("deleted");
    const again = vi.fn<() => void>();
    const stopAgain = createLazyJobStore(async () => createDeviceJobStore(person)).onChange(again);
    // The code is loaded, then the library reads at its own first timer, in vain.
    await nextTurn();
    await nextTurn();
    setActiveUser(person);
    const before = heard.mock.calls.length;
    await put(createDeviceJobStore(person), row("one", 1));
    await expect
      .poll(() => [heard.mock.calls.length > before, again.mock.calls.length > 0])
      .toEqual([true, true]);
    stop();
    stopAgain();
  });

  it("are listened to once the code is there, which could not be loaded at first", async () => {
    const load = vi
      .fn(async () => createDeviceJobStore(person))
      .mockRejectedValueOnce(new Error("no network"));
    const heard = vi.fn<() => void>();
    const stop = createLazyJobStore(load).onChange(heard);
    await expect.poll(() => heard).toHaveBeenCalled();
    expect(load).toHaveBeenCalledTimes(2);
    stop();
  });

  it("loads its code again when that failed", async () => {
    let isDown = true;
    const store = createLazyJobStore(async () => {
      if (isDown) throw new Error("no network");
      return createDeviceJobStore(person);
    });
    await expect(store.read()).rejects.toThrow("no network");
    isDown = false;
    expect(await store.read()).toEqual([]);
  });
});
