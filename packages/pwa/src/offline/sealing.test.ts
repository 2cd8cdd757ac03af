// @vitest-environment jsdom
import type { DeviceKey } from "@knowhow/shared";
import { noteSessionEnd, sessionEndOf, setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import { heldDraft, heldFile } from "@knowhow/ui/device/drafts/draft.ts";
import { answerTo } from "@knowhow/ui/testing/contractCheck.ts";
import { unopened } from "@knowhow/ui/device/unopened.ts";
import { QueryClient } from "@tanstack/react-query";
import { Blob as NodeBlob } from "node:buffer";
import { webcrypto } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { actOf, canary, createKey, createLocks, draftOf, file } from "../testing/unsent.ts";
import { databaseOf, eraseDatabase, personsKept, unsentTables } from "./database.ts";
import { createDeviceDraftStore } from "./draftStore.ts";
import { createDeviceJobStore } from "./jobStore.ts";
import { watchEndings } from "./forgotten.ts";
import { countSealed, openSealed, sealUnsent } from "./sealing.ts";
import { createTextStore } from "./textStore.ts";

const megabyte = 1024 * 1024;
const firstKeyId = "01900000-0000-7000-8000-0000000000f1";

describe("what was not sent when a session had ended", () => {
  let tests = 0;
  let person = "";
  let other = "";
  let keys: Map<string, DeviceKey>;
  let left: Set<string>;
  let failing: Set<string>;
  let currentKeyId: string;
  let deletedKeyIds: Set<string>;
  let isDown = false;
  /** Whether the server is of an earlier release, without these addresses. */
  let isOlder = false;
  let isRefused = false;
  let onAnswer: () => void;
  let locks: ReturnType<typeof createLocks>;
  let asked: string[];

  beforeEach(() => {
    // Each test has its own user, since a deleted database is not recreated at once.
    tests += 1;
    person = `sealed${tests}`;
    other = `other${tests}`;
    isDown = false;
    isOlder = false;
    isRefused = false;
    onAnswer = () => undefined;
    asked = [];
    keys = new Map([person, other].map((id) => [id, createKey()]));
    left = new Set();
    failing = new Set();
    currentKeyId = firstKeyId;
    deletedKeyIds = new Set();
    unopened.set(undefined);
    locks = createLocks();
    localStorage.clear();
    vi.stubGlobal("crypto", webcrypto);
    // The Blob that the database accepts.
    vi.stubGlobal("Blob", NodeBlob);
    vi.stubGlobal("isSecureContext", true);
    Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
    // As the server does: the public half for any caller, the whole key for its user.
    vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
      const address = given as string; // the client passes a path
      const reply = (body: object, status = 200) => answerTo([given, init], body, { status });
      asked.push(`${init?.method} ${address}`);
      if (isDown) throw new TypeError("no network");
      const { "x-knowhow-person": sender = "" } = (init?.headers ?? {}) as Record<string, string>;
      const [, id = ""] = /users\/(.*)\/device-key$/.exec(address) ?? [];
      if (failing.has(id)) return new Response("", { status: 404 });
      if (isOlder) return new Response(JSON.stringify({ code: "NOT_FOUND", message: "x" }), { status: 404 });
      const { keyId = "" } = JSON.parse(id ? "{}" : (init?.body as string)) as { keyId?: string }; // the sent JSON
      if (left.has(id) || deletedKeyIds.has(keyId)) {
        onAnswer();
        return reply({ code: "DEVICE_KEY_GONE", message: "x" }, 410);
      }
      const { d, ...publicKey } = keys.get(id || sender) ?? createKey();
      if (!id && isRefused) return reply({ code: "MUST_CHANGE_PASSWORD", message: "x" }, 403);
      onAnswer();
      return reply(id ? { ...publicKey, id: currentKeyId } : { ...publicKey, d });
    });
  });
  afterEach(async () => {
    setActiveUser(null);
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, "locks");
    for (const one of await personsKept()) await eraseDatabase(one);
  });

  const base = () => databaseOf(person);
  const plainRows = async () =>
    (await Promise.all(unsentTables.map((table) => base().table(table).count()))).reduce((a, b) => a + b);
  /** All stored data, bytes too, as a reader with access to the device sees it. */
  const everything = async () => {
    const texts: string[] = [];
    const collect = async (value: unknown): Promise<void> => {
      if (value instanceof Blob) texts.push(await value.text());
      else if (ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === "[object ArrayBuffer]")
        texts.push(Buffer.from(value as ArrayBuffer).toString()); // checked above
      else if (typeof value === "object" && value !== null)
        for (const part of Object.values(value)) await collect(part);
      else texts.push(String(value));
    };
    for (const table of base().tables) await collect(await table.toArray());
    return texts.join("\n");
  };
  const keepAll = async (bytes: Blob) => {
    await base().jobs.bulkPut([
      actOf(person),
      actOf(person, { id: "refused", createdAt: 2, status: "parked", lastFailure: { message: "아니요" } }),
    ]);
    await base().texts.put({ name: "comment:c", value: { text: canary } });
    const drafts = createDeviceDraftStore(person);
    await drafts.change("draft", () => draftOf("draft", [file("pdf", bytes.size)]));
    await drafts.keepFile("draft", "pdf", bytes, () => undefined);
  };
  const sealAll = async () => {
    expect(await sealUnsent(person)).toBe(false);
    expect(await sealUnsent(person)).toBe(true);
  };

  it("is readable to nobody, and as it was for its person", async () => {
    const bytes = new Blob([canary, new Uint8Array(17 * megabyte).fill(120)], { type: "application/pdf" });
    await keepAll(bytes);
    const before = [await base().jobs.toArray(), await base().texts.toArray(), await base().drafts.toArray()];
    expect(await everything()).toContain(canary);
    await sealAll();
    expect(await plainRows()).toBe(0);
    const found = await everything();
    for (const text of [canary, "comment:c", "9900123", keys.get(person)?.d ?? ""])
      expect(found).not.toContain(text);
    // Sealing asks neither for the private key nor for its user.
    expect(new Set(asked)).toEqual(new Set([`GET /api/users/${person}/device-key`]));
    expect(await countSealed(person)).toBe(1);

    setActiveUser(person);
    await openSealed(person);
    expect([
      await base().jobs.toArray(),
      await base().texts.toArray(),
      await base().drafts.toArray(),
    ]).toEqual(before);
    const blob = await createDeviceDraftStore(person).blobOf("draft", "pdf", bytes.size, bytes.type);
    expect(Buffer.compare(Buffer.from(await (blob as Blob).arrayBuffer()), Buffer.from(await bytes.arrayBuffer()))).toBe(0); // oxfmt-ignore
    expect(await base().sealed.count()).toBe(0);
    expect(asked.at(-1)).toBe("POST /api/auth/device-key");
  });

  it("is there before anything is read or sent for its person", async () => {
    await keepAll(new Blob(["x"]));
    await sealAll();
    setActiveUser(person);
    const seen = await Promise.all([
      createTextStore(person).read(),
      createDeviceDraftStore(person).read(),
      createDeviceJobStore(person).read(),
    ]);
    expect([seen[0].size, seen[1].length, seen[2].length]).toEqual([1, 1, 2]);
    // One request for all three.
    expect(asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
  });

  it("is sealed to the end after a page has gone in the middle of it, and opened likewise", async () => {
    await keepAll(new Blob(["x"]));
    const { sealed } = base();
    const add = sealed.add.bind(sealed);
    let room = 2;
    const adding = vi.spyOn(sealed, "add").mockImplementation((row) => {
      room -= 1;
      return room < 0 ? (Promise.reject(new Error("gone")) as never) : add(row);
    });
    expect(await sealUnsent(person)).toBe(false);
    expect([await sealed.count(), await plainRows()]).toEqual([2, 3]);
    adding.mockRestore();
    await sealAll();
    expect([await sealed.count(), await plainRows()]).toEqual([5, 0]);

    setActiveUser(person);
    const { drafts } = base();
    const fail = () => {
      throw new Error("gone");
    };
    drafts.hook("creating", fail);
    await openSealed(person);
    // All visible rows come at once, and the bytes before them.
    expect(await base().draftParts.count()).toBe(1);
    expect(await plainRows()).toBe(1);
    await createDeviceDraftStore(person).sweep();
    expect(await plainRows()).toBe(1);
    drafts.hook("creating").unsubscribe(fail);
    await openSealed(person);
    expect([await sealed.count(), await plainRows()]).toEqual([0, 5]);
  });

  it("is neither opened nor deleted by somebody else, nor by another key", async () => {
    await keepAll(new Blob(["x"]));
    await sealAll();
    setActiveUser(other);
    await databaseOf(other).texts.put({ name: "a", value: "그의 말" });
    await openSealed(person);
    await openSealed(other);
    expect((await createTextStore(other).read()).get("a")).toBe("그의 말");
    const right = keys.get(person);
    keys.set(person, createKey());
    setActiveUser(person);
    await openSealed(person);
    expect([await base().sealed.count(), await plainRows()]).toEqual([5, 0]);
    if (right) keys.set(person, right);
    await openSealed(person);
    expect([await base().sealed.count(), await plainRows()]).toEqual([0, 5]);
  });

  it("is sealed by the word of the server alone, also what is written a moment later, and of nobody who is here", async () => {
    await keepAll(new Blob(["x"]));
    await databaseOf(other).texts.put({ name: "a", value: canary });
    setActiveUser(other);
    // Its own timers are not counted.
    const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const stop = watchEndings(queryClient);
    queryClient.setQueryData(["something else"], 1);
    expect(await plainRows()).toBe(5);
    queryClient.setQueryData(meKey, { id: other });
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    expect(await plainRows()).toBe(0);
    await base().texts.put({ name: "late", value: canary });
    vi.advanceTimersByTime(10_000);
    await expect.poll(plainRows).toBe(0);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10_000);
    // Nothing was left: there is no further round.
    expect(await sealUnsent(person)).toBe(true);
    expect([vi.getTimerCount(), asked.length]).toEqual([0, 2]);
    expect(await databaseOf(other).texts.count()).toBe(1);
    stop();
  });

  it("is sealed though no key came for somebody else, whose reading goes as well", async () => {
    // The first of the two users by name.
    const first = `a${person}`;
    for (const one of [first, person]) {
      await databaseOf(one).texts.put({ name: "a", value: canary });
      await databaseOf(one).answers.put({ address: "a", data: canary, nextCursor: undefined, keptAt: 0 });
    }
    failing.add(first);
    const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const stop = watchEndings(queryClient);
    queryClient.setQueryData(meKey, null);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    expect([await databaseOf(first).answers.count(), await base().answers.count()]).toEqual([0, 0]);
    expect([await base().texts.count(), await base().sealed.count()]).toEqual([0, 1]);
    // A 404 without the server's own code deletes nothing.
    expect(await databaseOf(first).texts.count()).toBe(1);
    stop();
  });

  it("is deleted of who has left, and sealed of the bystander; nobody is asked again", async () => {
    // The first of the two users by name.
    const leaver = `a${person}`;
    for (const one of [leaver, person]) {
      await databaseOf(one).texts.put({ name: "a", value: canary });
      noteSessionEnd(one, 1);
    }
    left.add(leaver);
    const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const stop = watchEndings(queryClient);
    queryClient.setQueryData(meKey, null);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    expect(await personsKept()).toEqual([person]);
    expect([sessionEndOf(leaver), sessionEndOf(person)]).toEqual([undefined, 1]);
    expect([await base().texts.count(), await base().sealed.count()]).toEqual([0, 1]);
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => vi.getTimerCount()).toBe(0);
    expect(asked).toHaveLength(2);
    stop();
  });

  it("stays where a server does not know the address, and is sealed and opened by the one that does", async () => {
    await keepAll(new Blob(["x"]));
    isOlder = true;
    await expect(sealUnsent(person)).rejects.toThrow();
    expect([await personsKept(), await plainRows()]).toEqual([[person], 5]);
    isOlder = false;
    await sealAll();
    isOlder = true;
    setActiveUser(person);
    await openSealed(person);
    expect([await base().sealed.count(), unopened.getSnapshot()?.personId]).toEqual([5, undefined]);
    isOlder = false;
    await openSealed(person);
    expect([await base().sealed.count(), await plainRows()]).toEqual([0, 5]);
  });

  it("is not deleted under the hands of its person who is back meanwhile", async () => {
    await keepAll(new Blob(["x"]));
    left.add(person);
    onAnswer = () => setActiveUser(person);
    expect(await sealUnsent(person)).toBe(false);
    expect([await personsKept(), await plainRows()]).toEqual([[person], 5]);
  });

  it("stays readable for its person who is back, whoever has begun to seal it", async () => {
    await keepAll(new Blob(["x"]));
    const sealing = sealUnsent(person);
    setActiveUser(person);
    await sealing;
    expect([await base().sealed.count(), await plainRows()]).toEqual([0, 5]);
  });

  it("waits for the server where that gives no key", async () => {
    await keepAll(new Blob(["x"]));
    isDown = true;
    await expect(sealUnsent(person)).rejects.toThrow();
    expect(await plainRows()).toBe(5);
    isDown = false;
    isOlder = false;
    await sealAll();
    isDown = true;
    setActiveUser(person);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const texts = createTextStore(person);
    let more = 0;
    texts.onMore?.(() => {
      more += 1;
    });
    // Unsealed rows are shown meanwhile.
    await base().texts.put({ name: "new", value: "x" });
    expect([...(await texts.read()).keys()]).toEqual(["new"]);
    expect([vi.getTimerCount(), more]).toEqual([1, 0]);
    isDown = false;
    isOlder = false;
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => more).toBe(1);
    expect(await plainRows()).toBe(6);
    expect((await texts.read()).size).toBe(2);
  });

  it("stays sealed where its person is gone as the key comes", async () => {
    await keepAll(new Blob(["x"]));
    await sealAll();
    setActiveUser(person);
    onAnswer = () => setActiveUser(other);
    await openSealed(person);
    expect([await base().sealed.count(), await plainRows()]).toEqual([5, 0]);
    expect(await databaseOf(other).texts.count()).toBe(0);
  });

  it("keeps nobody waiting where the server refuses the key, and is opened once it does not", async () => {
    await keepAll(new Blob(["x"]));
    await sealAll();
    isRefused = true;
    setActiveUser(person);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    expect(await createDeviceDraftStore(person).read()).toEqual([]);
    expect([vi.getTimerCount(), await base().sealed.count()]).toEqual([0, 5]);
    isRefused = false;
    expect(await createDeviceDraftStore(person).read()).toHaveLength(1);
  });

  it("is deleted where its key is, of nobody else and under no other key, and its person told once", async () => {
    await keepAll(new Blob(["x"]));
    await databaseOf(other).texts.put({ name: "a", value: canary });
    await sealAll();
    expect(await sealUnsent(other)).toBe(false);
    currentKeyId = "01900000-0000-7000-8000-0000000000f2";
    await base().texts.put({ name: "later", value: canary });
    await sealAll();
    deletedKeyIds.add(firstKeyId);
    setActiveUser(person);
    await openSealed(person);
    expect(await base().texts.toArray()).toEqual([{ name: "later", value: canary }]);
    expect([await base().sealed.count(), await plainRows(), unopened.getSnapshot()?.personId]).toEqual([
      0,
      1,
      person,
    ]);
    expect(await databaseOf(other).sealed.count()).toBe(1);
    unopened.set(undefined);
    asked = [];
    await openSealed(person);
    expect([asked, unopened.getSnapshot()?.personId]).toEqual([[], undefined]);
    // No sealed row keeps the sweep from running.
    await base().draftParts.put({ draftId: "d", key: "loose", index: 0, bytes: new Blob(["x"]) });
    await createDeviceDraftStore(person).sweep();
    expect(await base().draftParts.count()).toBe(0);
  });

  it("is left to the tab that has it in its hands, with its files, and nothing else is", async () => {
    await keepAll(new Blob(["x"]));
    const drafts = createDeviceDraftStore(person);
    await drafts.change("writing", () => draftOf("writing", [file("new", 1, { isKept: false })]));
    await drafts.change("memory", () =>
      draftOf("memory", [file("m", 1, { isKept: false, isMemoryOnly: true })]),
    );
    locks.held.add(`knowhow-drafts:${person}:${heldDraft("draft")}`);
    for (const key of ["new", "m"]) locks.held.add(`knowhow-drafts:${person}:${heldFile(key)}`);
    expect(await sealUnsent(person)).toBe(false);
    expect(await base().drafts.toCollection().primaryKeys()).toEqual(["draft", "writing"]);
    expect(await plainRows()).toBe(3);
    locks.held.clear();
    expect(await sealUnsent(person)).toBe(false);
    expect(await plainRows()).toBe(0);
  });

  it("does not come over what its person has written since, and of two of one name the newer is back", async () => {
    await base().texts.bulkPut(["a", "b"].map((name) => ({ name, value: "old" })));
    await sealAll();
    await base().texts.put({ name: "a", value: "newer" });
    await sealAll();
    await base().texts.put({ name: "b", value: "newest" });
    setActiveUser(person);
    await openSealed(person);
    expect(await base().texts.toArray()).toEqual([
      { name: "a", value: "newer" },
      { name: "b", value: "newest" },
    ]);
    expect(await base().sealed.count()).toBe(0);
  });
});
