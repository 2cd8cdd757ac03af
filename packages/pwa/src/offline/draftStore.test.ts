import { blankRow, NoRoomError, type DraftFile, type DraftRow } from "@knowhow/ui/device/drafts/draft.ts";
import type { DraftNews, DraftStore } from "@knowhow/ui/device/drafts/store.ts";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { databaseOf, eraseDatabase, personsKept } from "./database.ts";
import { createDeviceDraftStore } from "./draftStore.ts";
import { createLazyDraftStore } from "./lazyStores.ts";

const megabyte = 1024 * 1024;
const entry = (key: string): DraftFile => ({
  key,
  name: `${key}.pdf`,
  type: "application/pdf",
  size: 1,
  lastModified: 1,
  isKept: true,
});
const row = (id: string, keys: string[] = []): DraftRow => ({ ...blankRow(id), files: keys.map(entry) });
const nothing = () => undefined;

describe("drafts kept on the device", () => {
  // Each test has its own user, since a deleted database is not recreated at once.
  let person = "";
  let tests = 0;
  let store: DraftStore;
  let estimate = { usage: 0, quota: 0 };
  beforeEach(() => {
    tests += 1;
    person = `drafts${tests}`;
    estimate = { usage: 10 * megabyte, quota: 1_000 * megabyte };
    const notes = new Map<string, string>();
    const localStorage = {
      getItem: (key: string) => notes.get(key) ?? null,
      setItem: (key: string, text: string) => void notes.set(key, text),
      removeItem: (key: string) => void notes.delete(key),
    };
    vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage }));
    vi.stubGlobal("navigator", {
      storage: { estimate: async () => estimate, persisted: async () => false, persist: async () => true },
    });
    store = createLazyDraftStore(async () => createDeviceDraftStore(person));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await eraseDatabase(person);
    vi.unstubAllGlobals();
  });
  const parts = () => databaseOf(person).draftParts.toCollection().primaryKeys();

  it("change in one go, whoever else changes them", async () => {
    await store.change("one", () => row("one"));
    const other = createDeviceDraftStore(person);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? store : other).change(
          "one",
          (before) => before && { ...before, version: before.version + 1 },
        ),
      ),
    );
    expect((await store.read()).map(({ id, version }) => [id, version])).toEqual([["one", 20]]);
    expect(await createDeviceDraftStore("nobody").read()).toEqual([]);
    await store.change("one", () => undefined);
    expect(await store.read()).toEqual([]);
  });

  it("are split in one go: both or neither", async () => {
    await store.change("one", () => row("one"));
    const split = await store.split("one", (before) => ({
      row: { ...before, version: 2 },
      copy: { ...before, id: "copy", isCopy: true },
    }));
    expect(split?.copy?.id).toBe("copy");
    const failing = store.split("one", (before) => ({
      row: { ...before, version: 3 },
      // A value that can not be written, as where there is no room.
      copy: { ...before, id: "other", savedAt: (() => 0) as never },
    }));
    await expect(failing).rejects.toThrow();
    expect((await store.read()).map(({ id, version }) => [id, version])).toEqual([
      ["copy", 0],
      ["one", 2],
    ]);
    expect(await store.split("none", (before) => ({ row: before }))).toBeUndefined();
  });

  it("have their files in parts that are written once, and give them back whole", async () => {
    const bytes = new Uint8Array(33 * megabyte).map((_, index) => (index * 31) % 253);
    const told: number[] = [];
    await store.keepFile("one", "big", new Blob([bytes]), (kept) => told.push(kept / megabyte));
    expect(told).toEqual([16, 32, 33]);
    expect(await parts()).toEqual([0, 1, 2].map((index) => ["one", "big", index]));
    await store.keepFile("one", "bigger", new Blob(["x"]), nothing);
    const blob = await store.blobOf("one", "big", bytes.length, "application/pdf");
    expect(blob?.type).toBe("application/pdf");
    expect(
      Buffer.compare(Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)), Buffer.from(bytes)),
    ).toBe(0);
    // A part of it is missing.
    await databaseOf(person).draftParts.delete(["one", "big", 1]);
    expect(await store.blobOf("one", "big", bytes.length, "")).toBeUndefined();
    await store.dropFile("one", "big");
    expect(await parts()).toEqual([["one", "bigger", 0]]);
  });

  it("say so when there is no room, and lose nothing else", async () => {
    await store.keepFile("one", "small", new Blob(["x"]), nothing);
    estimate = { usage: 990 * megabyte, quota: 1_000 * megabyte };
    const large = new Blob([new Uint8Array(40 * megabyte)]);
    await expect(store.keepFile("one", "large", large, nothing)).rejects.toThrow(NoRoomError);
    // The estimate may be wrong: the cause of a failed write is an inner error.
    estimate = { usage: 0, quota: 1_000 * megabyte };
    const full = Object.assign(new Error("aborted"), {
      name: "AbortError",
      inner: new DOMException("full", "QuotaExceededError"),
    });
    const { draftParts } = databaseOf(person);
    const put = draftParts.put.bind(draftParts);
    vi.spyOn(draftParts, "put").mockImplementation((part) =>
      part.index < 2 ? put(part) : Dexie.Promise.reject(full),
    );
    const failure = store.keepFile("one", "large", large, nothing);
    await expect(failure).rejects.toThrow(NoRoomError);
    await expect(failure).rejects.toThrow("공간을 비우거나");
    expect(await parts()).toEqual([["one", "small", 0]]);
  });

  it("sweep away bytes that no draft has", async () => {
    await store.change("one", () => row("one", ["a"]));
    await store.change("copy", () => ({ ...row("copy"), previews: [{ ...entry("moved"), home: "gone" }] }));
    for (const [home, key] of [
      ["one", "a"],
      ["one", "cut off"],
      ["gone", "moved"],
      ["gone", "left"],
    ] as const)
      await store.keepFile(home, key, new Blob(["x"]), nothing);
    await store.sweep();
    expect(await parts()).toEqual([
      ["gone", "moved", 0],
      ["one", "a", 0],
    ]);
  });

  it("tell every tab of changes and news", async () => {
    const other = createDeviceDraftStore(person);
    const changed = vi.fn<() => void>();
    const news: DraftNews[] = [];
    const stops = [store.onChange(changed), store.onPassed((one) => news.push(one)), other.onPassed(nothing)];
    await expect.poll(() => changed).toHaveBeenCalledTimes(1);
    await other.change("one", () => row("one"));
    await expect.poll(() => changed).toHaveBeenCalledTimes(2);
    other.pass({ status: "transfer", key: "a", transfer: { status: "waiting" } });
    await expect
      .poll(() => news)
      .toEqual([{ status: "transfer", key: "a", transfer: { status: "waiting" } }]);
    for (const stop of stops) stop();
  });

  it("are listened to right after they were erased: no error is thrown, and their person, back again, is heard", async () => {
    await store.erase();
    const changed = vi.fn<() => void>();
    const stop = store.onChange(changed);
    await expect(store.read()).rejects.toThrow("deleted");
    // After the library's own first timer.
    await new Promise((resolve) => setTimeout(resolve));
    expect(changed).not.toHaveBeenCalled();
    setActiveUser(person);
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 10_000 });
    stop();
  });

  it("are read again where a newer version closed the database during the first read", async () => {
    await store.change("one", () => row("one"));
    const heard = vi.fn<() => void>();
    const toArray = vi.spyOn(databaseOf(person).drafts, "toArray").mockImplementationOnce(() => {
      toArray.mockRestore();
      return Dexie.Promise.reject(new Dexie.DatabaseClosedError());
    });
    const stop = store.onChange(heard);
    await expect.poll(() => toArray.mock.calls.length + heard.mock.calls.length).toBeGreaterThan(0);
    await expect.poll(() => heard).toHaveBeenCalled();
    heard.mockClear();
    await store.change("two", () => row("two"));
    await expect.poll(() => heard).toHaveBeenCalled();
    stop();
  });

  it("are not written on of who leaves meanwhile, and nobody else's are touched", async () => {
    setActiveUser(person);
    await databaseOf("bystander").drafts.put(row("other"));
    const other = createDeviceDraftStore("bystander");
    const left: Promise<void>[] = [];
    const keeping = store.keepFile("one", "big", new Blob([new Uint8Array(33 * megabyte)]), () => {
      setActiveUser("bystander");
      left.push(store.erase());
    });
    await expect(keeping).rejects.toThrow("deleted");
    await Promise.all(left);
    for (const late of [() => store.change("one", () => row("one")), store.sweep, store.read])
      await expect(late()).rejects.toThrow("deleted");
    expect(await personsKept()).not.toContain(person);
    expect((await other.read()).map(({ id }) => id)).toEqual(["other"]);
    await eraseDatabase("bystander");
  });

  it("are gone when they are erased", async () => {
    await store.change("one", () => row("one", ["a"]));
    await store.keepFile("one", "a", new Blob(["x"]), nothing);
    await store.erase();
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`knowhow:${person}`);
  });
});
