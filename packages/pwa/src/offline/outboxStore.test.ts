// @vitest-environment jsdom
import "fake-indexeddb/auto";
import type { Waiting } from "@knowhow/ui/outbox/acts.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
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
  afterEach(() => Promise.all(["a", "b"].map(eraseDatabase)));

  it("are one person's, in the order they were made", async () => {
    const store = createLazyStore(async () => createDeviceStore("a"));
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
    const store = createDeviceStore("a");
    const stop = store.onChange(heard);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    await createDeviceStore("a").add(row("one", 1));
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
    stop();
    await store.remove("one");
    await store.add(row("two", 2));
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it("are gone when they are erased, and can be kept anew", async () => {
    await createDeviceStore("a").add(row("one", 1));
    await createDeviceStore("a").erase();
    expect(await createDeviceStore("a").read()).toEqual([]);
    expect(await databaseOf("a").outbox.count()).toBe(0);
  });

  it("loads its code again when that failed", async () => {
    let isDown = true;
    const store = createLazyStore(async () => {
      if (isDown) throw new Error("no network");
      return createDeviceStore("a");
    });
    await expect(store.read()).rejects.toThrow("no network");
    isDown = false;
    expect(await store.read()).toEqual([]);
  });
});
