// @vitest-environment jsdom
import type { Waiting } from "@knowhow/ui/device/outbox/acts.ts";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseOf, eraseDatabase } from "./database.ts";
import { createLazyStore } from "./lazyStore.ts";
import { createDeviceStore } from "./outboxStore.ts";

const row = (id: string, madeAt: number): Waiting<"message"> => ({
  id,
  kind: "message",
  input: { roomId: "room", text: id },
  lane: "chat:room",
  madeAt,
  attempts: 0,
  notBefore: 0,
});

describe("acts kept on the device", () => {
  // Of a person each, since what was deleted is not made anew at once.
  let person = "";
  let tests = 0;
  beforeEach(() => {
    tests += 1;
    person = `acts${tests}`;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await eraseDatabase(person);
  });

  it("are one person's, in the order they were made", async () => {
    const store = createLazyStore(async () => createDeviceStore(person));
    await store.put(row("two", 2));
    await store.put(row("one", 1));
    expect((await store.read()).map(({ id }) => id)).toEqual(["one", "two"]);
    expect(await createDeviceStore("idle").read()).toEqual([]);
    await store.change("one", (one) => ({ ...one, refusal: "안 됩니다" }));
    // Sent or taken back meanwhile: it does not come back.
    expect(await store.change("gone", () => row("gone", 3))).toBeUndefined();
    await store.change("two", () => undefined);
    expect(await store.read()).toEqual([{ ...row("one", 1), refusal: "안 됩니다" }]);
  });

  it("tell every tab that they have changed", async () => {
    const heard = vi.fn<() => void>();
    const store = createDeviceStore(person);
    const stop = store.onChange(heard);
    await expect.poll(() => heard).toHaveBeenCalledTimes(1);
    await createDeviceStore(person).put(row("one", 1));
    await expect.poll(() => heard).toHaveBeenCalledTimes(2);
    stop();
    await store.change("one", () => undefined);
    await store.put(row("two", 2));
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it("are gone when they are erased, whatever was under way, and can be kept anew later", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await createDeviceStore(person).put(row("one", 1));
    await createDeviceStore(person).erase();
    expect(() => databaseOf(person)).toThrow("deleted");
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`knowhow:${person}`);
    vi.setSystemTime(Date.now() + 11_000);
    expect(await createDeviceStore(person).read()).toEqual([]);
  });

  it("are heard of in another tab by who signs in again right after the sign-out, and by who listens all along", async () => {
    const tell = async () => {
      // Another tab deletes the database.
      await databaseOf(person).open();
      await Dexie.delete(`knowhow:${person}`);
    };
    setActiveUser(person);
    const heard = vi.fn<() => void>();
    const stop = createLazyStore(async () => createDeviceStore(person)).onChange(heard);
    await expect.poll(() => heard).toHaveBeenCalledTimes(1);
    setActiveUser(null);
    await tell();
    await expect(createDeviceStore(person).read()).rejects.toThrow("deleted");
    const again = vi.fn<() => void>();
    const stopAgain = createLazyStore(async () => createDeviceStore(person)).onChange(again);
    await new Promise((resolve) => setTimeout(resolve, 20));
    setActiveUser(person);
    const before = heard.mock.calls.length;
    await createDeviceStore(person).put(row("one", 1));
    await expect
      .poll(() => [heard.mock.calls.length > before, again.mock.calls.length > 0])
      .toEqual([true, true]);
    stop();
    stopAgain();
  });

  it("are listened to once the code is there, which could not be loaded at first", async () => {
    let isDown = true;
    const load = async () => {
      if (isDown) throw new Error("no network");
      return createDeviceStore(person);
    };
    const heard = vi.fn<() => void>();
    const stop = createLazyStore(load).onChange(heard);
    await new Promise((resolve) => setTimeout(resolve, 20));
    isDown = false;
    await expect.poll(() => heard).toHaveBeenCalled();
    stop();
  });

  it("loads its code again when that failed", async () => {
    let isDown = true;
    const store = createLazyStore(async () => {
      if (isDown) throw new Error("no network");
      return createDeviceStore(person);
    });
    await expect(store.read()).rejects.toThrow("no network");
    isDown = false;
    expect(await store.read()).toEqual([]);
  });
});
