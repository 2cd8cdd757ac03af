import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { databaseOf, eraseDatabase } from "../database.ts";
import { loadVault } from "./loadVault.ts";
import { openVault, type Vault } from "./vaultFiles.ts";
import { partBytes } from "./vaultRows.ts";

// Each test has its own person, since a deleted database is not recreated at once.
let personId = "";
let tests = 0;
let vault: Vault;
const asked: string[] = [];

/** Files of the server by their content: their bytes and version, or the code of a refusal. */
let files: Record<string, { bytes: Uint8Array<ArrayBuffer>; etag: string } | string> = {};
const serve = async (address: string, { headers }: RequestInit) => {
  const contentId = /\/download\/([^/]+)\//.exec(address)?.[1] ?? "";
  const [, first = "", last = ""] = /bytes=(\d+)-(\d+)/.exec(new Headers(headers).get("range") ?? "") ?? [];
  asked.push(`${contentId} ${Number(first) / partBytes}`);
  const file = files[contentId];
  if (file === undefined) throw new TypeError("There is no network.");
  if (typeof file === "string") return Response.json({ message: "안 됩니다.", code: file }, { status: 403 });
  const bytes = file.bytes.slice(Number(first), Number(last) + 1);
  const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("base64");
  return new Response(bytes, {
    status: 206,
    headers: {
      "content-range": `bytes ${first}-${Number(first) + bytes.length - 1}/${file.bytes.length}`,
      "content-digest": `sha-256=:${hash}:`,
      etag: file.etag,
    },
  });
};

const add = (contentId: string) =>
  vault.add({ contentId, index: 0, fileName: "책.pdf", objectPath: "/objects/a", kind: "pdf" });
const load = () => loadVault({ personId, vault, signal: AbortSignal.timeout(20_000) });
const states = async () =>
  Object.fromEntries(
    (await vault.list()).map(({ contentId, state, received }) => [contentId, `${state} ${received}`]),
  );
const bytesOf = (size: number, value: number) => new Uint8Array(size).fill(value);

beforeEach(() => {
  tests += 1;
  personId = `loader${tests}`;
  asked.length = 0;
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
    files = { a: "PURCHASE_REQUIRED", b: { bytes: bytesOf(10, 8), etag: '"b"' } };
    await add("a");
    await add("b");
    await load();
    expect(await states()).toEqual({ b: "kept 10" });
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
});
