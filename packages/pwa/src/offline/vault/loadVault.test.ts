import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { errors, type AppError } from "@knowhow/shared";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { databaseOf, eraseDatabase } from "../database.ts";
import { loadVault, type Rests } from "./loadVault.ts";
import { openVault, type Vault } from "./vaultFiles.ts";
import { partBytes } from "./vaultRows.ts";

// Each test has its own person, since a deleted database is not recreated at once.
let personId = "";
let tests = 0;
let vault: Vault;
const asked: string[] = [];
const rests: Rests = new Map();

interface ServedFile {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
  /** The bytes whose digest is said to be the whole's, where those are others. */
  whole?: Uint8Array<ArrayBuffer>;
}
/** Files of the server by their content, or the code of a refusal. */
let files: Record<string, ServedFile | AppError["code"]> = {};
const serve = async (address: string, { headers }: RequestInit) => {
  // The content itself, which the reader shows.
  if (!address.includes("/download/")) throw new TypeError("There is no network.");
  const contentId = /\/download\/([^/]+)\//.exec(address)?.[1] ?? "";
  const [, first = "", last = ""] = /bytes=(\d+)-(\d+)/.exec(new Headers(headers).get("range") ?? "") ?? [];
  asked.push(`${contentId} ${Number(first) / partBytes}`);
  if (new URL(address, "http://localhost").searchParams.get("peek") !== "1")
    throw new Error("A look of its person.");
  const file = files[contentId];
  if (file === undefined) throw new TypeError("There is no network.");
  if (typeof file === "string")
    return Response.json({ message: "안 됩니다.", code: file }, { status: errors[file].status });
  const bytes = file.bytes.slice(Number(first), Number(last) + 1);
  const digestOf = async (some: Uint8Array<ArrayBuffer>) =>
    `sha-256=:${Buffer.from(await crypto.subtle.digest("SHA-256", some)).toString("base64")}:`;
  const isWanted = new Headers(headers).has("want-repr-digest");
  return new Response(bytes, {
    status: 206,
    headers: {
      "content-range": `bytes ${first}-${Number(first) + bytes.length - 1}/${file.bytes.length}`,
      "content-digest": await digestOf(bytes),
      ...(isWanted ? { "repr-digest": await digestOf(file.whole ?? file.bytes) } : {}),
      etag: file.etag,
    },
  });
};

const add = (contentId: string) =>
  vault.add({ contentId, index: 0, fileName: "책.pdf", objectPath: "/objects/a", kind: "pdf" });
const load = () => loadVault({ personId, vault, signal: AbortSignal.timeout(20_000), rests });
const states = async () =>
  Object.fromEntries(
    (await vault.list()).map(({ contentId, state, received }) => [contentId, `${state} ${received}`]),
  );
const bytesOf = (size: number, value: number) => new Uint8Array(size).fill(value);

beforeEach(() => {
  tests += 1;
  personId = `loader${tests}`;
  asked.length = 0;
  rests.clear();
  files = {};
  const notes = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, text: string) => void notes.set(key, text),
    removeItem: (key: string) => void notes.delete(key),
  };
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage, location: { pathname: "/" } }));
  vi.stubGlobal("fetch", serve);
  setActiveUser(personId);
  vault = openVault(personId);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await eraseDatabase(personId);
  vi.unstubAllGlobals();
});

describe("loading kept files", () => {
  it("loads each part once, goes on after a cut where it was, and takes up what is held only when it is let go", async () => {
    files = { a: { bytes: bytesOf(partBytes + 1, 7), etag: '"a"' } };
    await add("a");
    await add("b");
    await expect(load()).rejects.toThrow();
    expect(await states()).toEqual({ a: `kept ${partBytes + 1}`, b: "loading 0" });
    files = { b: { bytes: bytesOf(10, 8), etag: '"b"' } };
    await vault.setState("b:0", "paused");
    await load();
    expect(await states()).toMatchObject({ b: "paused 0" });
    await vault.setState("b:0", "loading");
    await load();
    expect(await states()).toMatchObject({ b: "kept 10" });
    expect(asked).toEqual(["a 0", "a 1", "b 0", "b 0"]);
  });

  it("begins a file again that was replaced on the way, and mixes no two versions", async () => {
    files = { a: { bytes: bytesOf(2 * partBytes, 1), etag: '"one"' } };
    await add("a");
    let parts = 0;
    vi.stubGlobal("fetch", async (address: string, request: RequestInit) => {
      parts += 1;
      if (parts === 2) files = { a: { bytes: bytesOf(partBytes + 5, 2), etag: '"two"' } };
      return serve(address, request);
    });
    await load();
    expect(asked).toEqual(["a 0", "a 1", "a 0", "a 1"]);
    const bytes = await (await vault.open("a:0"))?.read(0, 2 * partBytes);
    expect(bytes?.length).toBe(partBytes + 5);
    expect(new Set(bytes)).toEqual(new Set([2]));
  });

  it("lets go what the server refuses, and loads the next", async () => {
    files = { a: { bytes: bytesOf(10, 7), etag: '"a"' }, b: { bytes: bytesOf(10, 8), etag: '"b"' } };
    await add("a");
    await load();
    await add("b");
    await vault.add({
      contentId: "a",
      index: 1,
      fileName: "부록.pdf",
      objectPath: "/objects/b",
      kind: "pdf",
    });
    // What has come of a purchase goes with the rest of it.
    files["a"] = "PURCHASE_REQUIRED";
    await load();
    expect(await states()).toEqual({ b: "kept 10" });
  });

  it("goes on with the others where one file fails, and tries that again later, and less and less often", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    files = { a: "UNAVAILABLE", b: { bytes: bytesOf(10, 8), etag: '"b"' } };
    await add("a");
    await add("b");
    expect(await load()).toBe(false);
    expect(await states()).toEqual({ a: "loading 0", b: "kept 10" });
    const tries: number[] = [];
    for (let seconds = 0; seconds < 20; seconds += 1) {
      asked.length = 0;
      await load();
      if (asked.length > 0) tries.push(seconds);
      vi.setSystemTime(Date.now() + 1_000);
    }
    expect(tries).toEqual([1, 3, 7, 15]);
    files = { a: { bytes: bytesOf(10, 7), etag: '"a"' } };
    vi.setSystemTime(Date.now() + 60_000);
    expect(await load()).toBe(true);
    expect(await states()).toMatchObject({ a: "kept 10" });
  });

  it("takes a text in the background too, which is no look of its person at a new version", async () => {
    const texts: (string | null)[] = [];
    vi.stubGlobal("fetch", (address: string, request: RequestInit) => {
      const { pathname, searchParams } = new URL(address, "http://localhost");
      if (!pathname.endsWith("/text")) return serve(address, request);
      texts.push(searchParams.get("peek"));
      return Promise.resolve(
        Response.json({ unit: "whole", pages: [{ page: 1, text: "글" }], isTruncated: false }),
      );
    });
    await vault.add({ contentId: "a", index: 0, fileName: "글.txt", objectPath: "/objects/a", kind: "text" });
    await load();
    expect((await vault.list()).map(({ state }) => state)).toEqual(["kept"]);
    expect(texts).toEqual(["1"]);
  });

  it("tries another file first after one whose loading was cut", async () => {
    files = { b: { bytes: bytesOf(10, 8), etag: '"b"' } };
    await add("a");
    await add("b");
    await expect(load()).rejects.toThrow();
    expect(asked).toEqual(["a 0"]);
    await expect(load()).rejects.toThrow();
    expect(asked).toEqual(["a 0", "b 0", "a 0"]);
    expect(await states()).toEqual({ a: "loading 0", b: "kept 10" });
  });

  it("keeps the version before while the newer one is cut, finds no room or has to begin again", async () => {
    files = { a: { bytes: bytesOf(10, 1), etag: '"one"' } };
    await add("a");
    await load();
    const read = async () => (await vault.open("a:0"))?.read(0, 1);
    const newer = {
      id: "a",
      isExternalLink: false,
      fileUrls: ["/objects/b"],
      fileNames: ["책.pdf"],
      purchase: undefined,
    };
    await vault.confirm([newer], Date.now() + 1);
    files = {};
    await expect(load()).rejects.toThrow();
    expect(await read()).toEqual(bytesOf(1, 1));
    files = { a: { bytes: bytesOf(partBytes + 1, 2), etag: '"two"' } };
    const put = vi.spyOn(databaseOf(personId).vaultParts, "put");
    put.mockRejectedValueOnce(new DOMException("full", "QuotaExceededError"));
    await load();
    expect((await vault.list()).map(({ state }) => state)).toEqual(["kept", "full"]);
    expect(await read()).toEqual(bytesOf(1, 1));
    await vault.setState("a:0@/objects/b", "loading");
    await load();
    expect((await vault.list()).map(({ id, state }) => `${id} ${state}`)).toEqual(["a:0@/objects/b kept"]);
    expect(await read()).toEqual(bytesOf(1, 2));
  });

  it("stops where the device has no room, loses nothing, and goes on when it is told to", async () => {
    files = { a: { bytes: bytesOf(partBytes + 1, 7), etag: '"a"' } };
    await add("a");
    const { vaultParts } = databaseOf(personId);
    const put = vi.spyOn(vaultParts, "put");
    put.mockRejectedValueOnce(new DOMException("full", "QuotaExceededError"));
    await load();
    expect(await states()).toEqual({ a: "full 0" });
    await vault.setState("a:0", "loading");
    await load();
    expect(await states()).toEqual({ a: `kept ${partBytes + 1}` });
  });

  it("keeps nothing whose whole is not what the server says it is, and checks what came before a kill", async () => {
    const bytes = bytesOf(partBytes + 1, 7);
    files = { a: { bytes, etag: '"a"', whole: bytesOf(partBytes + 1, 6) } };
    await add("a");
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await load();
    expect(await states()).toEqual({ a: "paused 0" });
    expect(await databaseOf(personId).vaultParts.count()).toBe(0);
    files = { a: { bytes, etag: '"a"' } };
    await vault.setState("a:0", "loading");
    const check = vi.spyOn(vault, "check").mockRejectedValueOnce(new Error("The browser was killed."));
    await expect(load()).rejects.toThrow("killed");
    expect(await states()).toEqual({ a: `loading ${partBytes + 1}` });
    files = {};
    await load();
    expect(await states()).toEqual({ a: `kept ${partBytes + 1}` });
    expect(check).toHaveBeenCalledTimes(2);
  });

  it("loads the plan's files over a connection without a meter, or one that was allowed, after those that were wished for", async () => {
    const content = (id: string, refundState?: "available" | "delivered") => ({
      id,
      isExternalLink: false,
      fileUrls: ["/objects/a"],
      fileNames: ["책.pdf"],
      purchase: refundState && { orderNumber: id, refundState, refundableUntil: null, hasNewVersion: false },
    });
    const connection: EventTarget & { type?: string | undefined } = Object.assign(new EventTarget(), {
      type: "cellular",
    });
    vi.stubGlobal("navigator", { onLine: true, connection });
    files = Object.fromEntries(
      ["a", "b", "c", "d"].map((id) => [id, { bytes: bytesOf(10, 8), etag: '"x"' }]),
    );
    const bought = [content("a", "delivered"), content("b", "available"), content("c"), content("d")];
    await vault.addPlanned(bought);
    expect(await vault.list()).toEqual([]);
    await vault.setPlan({ isOn: true });
    await vault.removeContents(["c"]);
    await vault.addPlanned(bought);
    expect(Object.keys(await states())).toEqual(["a:0", "d:0"].map((id) => id.slice(0, 1)));
    await load();
    expect(asked).toEqual([]);
    connection.type = undefined;
    await load();
    expect(asked).toEqual([]);
    await vault.setPlan({ isAnyConnection: true, isPaused: true });
    await load();
    expect(asked).toEqual([]);
    await vault.setState("d:0", "loading", true);
    await load();
    expect(asked).toEqual(["d 0"]);
    await vault.setPlan({ isPaused: false });
    await load();
    expect(await states()).toEqual({ a: "kept 10", d: "kept 10" });
  });
});
