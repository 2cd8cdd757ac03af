// @vitest-environment jsdom
import "fake-indexeddb/auto";
import type { Waiting } from "@knowhow/ui/outbox/acts.ts";
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
    person = `a${tests}`;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await eraseDatabase(person);
  });

  it("are one person's, in the order they were made", async () => {
    const store = createLazyStore(async () => createDeviceStore(person));
    await store.add(row("two", 2));
    await store.add(row("one", 1));
    expect((await store.read()).map(({ id }) => id)).toEqual(["one", "two"]);
    expect(await createDeviceStore("b").read()).toEqual([]);
    await store.update({ ...row("one", 1), refusal: "안 됩니다" });
    // Sent or taken back meanwhile: it does not come back.
    await store.update(row("gone", 3));
    await store.remove("two");
    expect(await store.read()).toEqual([{ ...row("one", 1), refusal: "안 됩니다" }]);
  });

  it("tell every tab that they have changed", async () => {
    const heard = vi.fn<() => void>();
    const store = createDeviceStore(person);
    const stop = store.onChange(heard);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    await createDeviceStore(person).add(row("one", 1));
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
    stop();
    await store.remove("one");
    await store.add(row("two", 2));
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it("are gone when they are erased, whatever was under way, and can be kept anew later", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await createDeviceStore(person).add(row("one", 1));
    await createDeviceStore(person).erase();
    expect(() => databaseOf(person)).toThrow("deleted");
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`knowhow:${person}`);
    vi.setSystemTime(Date.now() + 11_000);
    expect(await createDeviceStore(person).read()).toEqual([]);
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
