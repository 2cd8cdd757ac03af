import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { databaseOf, eraseDatabase, eraseReading } from "../database.ts";
import { keepableOf } from "./keepable.ts";
import { searchVault } from "./late/searchVault.ts";
import { openVault, type Vault } from "./vaultFiles.ts";
import { partBytes, vaultId, type VaultFile } from "./vaultRows.ts";

// Each test has its own person, since a deleted database is not recreated at once.
let personId = "";
let tests = 0;
const book = {
  contentId: "book",
  index: 0,
  fileName: "책.pdf",
  objectPath: "/objects/a",
  kind: "pdf",
} as const;
const other = {
  contentId: "other",
  index: 1,
  fileName: "다른 책.pdf",
  objectPath: "/objects/b",
  kind: "pdf",
} as const;
const id = vaultId(book.contentId, book.index);

/** Bytes that are not the same at any two places. */
const bytesOf = (size: number, from = 0): ArrayBuffer =>
  Uint8Array.from({ length: size }, (_, at) => ((from + at) * 2_654_435_761) >>> 24).buffer;
const size = partBytes + 1_000;

const fileOf = async (wanted = id): Promise<VaultFile> => {
  const file = await databaseOf(personId).vaultFiles.get(wanted);
  if (!file) throw new Error("The file is not there.");
  return file;
};
const keepAll = async (version = "one") => {
  const vault = openVault(personId);
  await vault.add(book);
  await vault.keepPart(await fileOf(), { bytes: bytesOf(partBytes), size, version });
  await vault.keepPart(await fileOf(), { bytes: bytesOf(1_000, partBytes), size, version });
  return vault;
};

beforeEach(() => {
  tests += 1;
  personId = `reader${tests}`;
  const notes = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, text: string) => void notes.set(key, text),
    removeItem: (key: string) => void notes.delete(key),
  };
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage }));
  setActiveUser(personId);
});
afterEach(async () => {
  await eraseDatabase(personId);
  vi.unstubAllGlobals();
});

describe("the vault", () => {
  it("keeps a file part by part and reads any stretch of it, across parts too", async () => {
    const vault = await keepAll();
    expect(await fileOf()).toMatchObject({ state: "kept", received: size, size });
    const bytes = await vault.open(id);
    expect(bytes?.size).toBe(size);
    for (const [begin, end] of [
      [0, 10],
      [partBytes - 5, partBytes + 5],
      [size - 3, size + 100],
    ] as const)
      // oxfmt-ignore
      expect(await bytes?.read(begin, end)).toEqual(
        new Uint8Array(bytesOf(Math.min(end, size) - begin, begin)),
      );
  });

  it("holds nothing that can be read without its key, which can not be taken out", async () => {
    const vault = openVault(personId);
    await vault.add(book);
    const plain = new TextEncoder().encode("%PDF-1.7 what was paid for").buffer;
    await vault.keepPart(await fileOf(), { bytes: plain, size: plain.byteLength, version: "one" });
    const [part] = await databaseOf(personId).vaultParts.toArray();
    expect(new TextDecoder().decode(part?.bytes)).not.toContain("%PDF");
    const [row] = await databaseOf(personId).vaultKeys.toArray();
    expect(row?.key.extractable).toBe(false);
  });

  it("opens no part in another's place, nor of another version", async () => {
    const vault = await keepAll();
    const { vaultParts, vaultFiles } = databaseOf(personId);
    const [first, second] = await vaultParts.toArray();
    if (!first || !second) throw new Error("There are not two parts.");
    await vaultParts.put({ ...first, index: second.index });
    await expect((await vault.open(id))?.read(partBytes, partBytes + 1)).rejects.toThrow();
    await vaultFiles.update(id, { etag: "another" });
    await expect((await vault.open(id))?.read(0, 1)).rejects.toThrow();
  });

  it("takes a part once, and none of a file that was held, removed or begun again meanwhile", async () => {
    const vault = openVault(personId);
    await vault.add(book);
    const before = await fileOf();
    const part = { bytes: bytesOf(partBytes), size, version: "one" };
    expect(await vault.keepPart(before, part)).toBe(true);
    expect(await vault.keepPart(before, part)).toBe(false);
    const after = await fileOf();
    const last = { bytes: bytesOf(1_000, partBytes), size, version: "one" };
    await vault.setState(id, "paused");
    expect(await vault.keepPart(after, last)).toBe(false);
    expect(await vault.open(id)).toBeUndefined();
    await vault.setState(id, "loading");
    await vault.restart(id);
    expect(await vault.keepPart(after, last)).toBe(false);
    await vault.remove([id]);
    expect(await vault.keepPart(after, last)).toBe(false);
    expect(await databaseOf(personId).vaultParts.count()).toBe(0);
  });

  it("does not put back the bytes of a person who has signed out", async () => {
    const vault = openVault(personId);
    await vault.add(book);
    const before = await fileOf();
    setActiveUser(null);
    const part = { bytes: bytesOf(10), size: 10, version: "one" };
    expect(await vault.keepPart(before, part).catch(() => false)).toBe(false);
  });

  it("lets go what is bought no more, and keeps the rest", async () => {
    const vault = await keepAll();
    await vault.add(other);
    await vault.confirm([
      { id: other.contentId, fileUrls: ["", other.objectPath], fileNames: ["", other.fileName] },
    ]);
    expect((await vault.list()).map((file) => file.contentId)).toEqual([other.contentId]);
    expect(await databaseOf(personId).vaultParts.count()).toBe(0);
  });

  it("loads the newer version of a file in the place of the one before", async () => {
    const vault = await keepAll();
    const content = { id: book.contentId, fileUrls: [book.objectPath], fileNames: [book.fileName] };
    await vault.confirm([content]);
    expect(await fileOf()).toMatchObject({ state: "kept", received: size });
    await vault.confirm([{ ...content, fileUrls: ["/objects/c"], fileNames: ["둘째 판.pdf"] }]);
    expect(await fileOf()).toMatchObject({
      state: "loading",
      fileName: "둘째 판.pdf",
      objectPath: "/objects/c",
      received: 0,
      etag: null,
    });
    expect(await databaseOf(personId).vaultParts.count()).toBe(0);
  });

  it("is empty when its person's session has ended", async () => {
    const vault = await keepAll();
    await vault.keepText(await fileOf(), [{ page: 1, text: "속의 글" }]);
    await eraseReading(personId);
    const { vaultFiles, vaultParts, vaultTexts, vaultKeys } = databaseOf(personId);
    const tables = [vaultFiles, vaultParts, vaultTexts, vaultKeys];
    expect(await Promise.all(tables.map((table) => table.count()))).toEqual([0, 0, 0, 0]);
  });

  it("goes on where it was when it is added twice", async () => {
    const vault = openVault(personId);
    await vault.add(book);
    await vault.keepPart(await fileOf(), { bytes: bytesOf(partBytes), size, version: "one" });
    await vault.add(book);
    expect((await fileOf()).received).toBe(partBytes);
  });

  const search = async (vault: Vault, query: string) =>
    (await searchVault(vault, query, AbortSignal.timeout(10_000))).map(
      ({ file, page, before, found, after }) => `${file.fileName} ${page} ${before}[${found}]${after}`,
    );

  it("finds the words of a kept file's text on their page, unreadable in the database, and gone with the file", async () => {
    const vault = await keepAll();
    await vault.keepText(await fileOf(), [
      { page: 1, text: "머리말" },
      { page: 7, text: "오답을\n적는 날은 SUNDAY 저녁이에요" },
      { page: 9, text: "오답 적는" },
    ]);
    expect(await search(vault, "오답을 적는")).toEqual(["책.pdf 7 [오답을 적는] 날은 SUNDAY 저녁이에요"]);
    expect(await search(vault, "sunday 오답")).toEqual(["책.pdf 7 오답을 적는 날은 [SUNDAY] 저녁이에요"]);
    expect(await search(vault, "없는 말")).toEqual([]);
    expect(await search(vault, "ㅇㄷ")).toEqual([]);
    const [row] = await databaseOf(personId).vaultTexts.toArray();
    expect(new TextDecoder().decode(row?.bytes)).not.toContain("SUNDAY");
    await vault.confirm([]);
    expect(await databaseOf(personId).vaultTexts.count()).toBe(0);
    expect(await search(vault, "오답")).toEqual([]);
  });

  it("takes no text of a file that went, or was replaced, meanwhile", async () => {
    const vault = await keepAll();
    const before = await fileOf();
    await vault.restart(id);
    await vault.keepText(before, [{ page: 1, text: "옛 글" }]);
    await vault.remove([id]);
    await vault.keepText(before, [{ page: 1, text: "옛 글" }]);
    expect(await databaseOf(personId).vaultTexts.count()).toBe(0);
  });

  it("keeps a document's text for the reader and its file for other programs", () => {
    const files = keepableOf({
      id: "book",
      isExternalLink: false,
      fileUrls: ["/objects/a", "/objects/b", "/objects/c"],
      fileNames: ["책.pdf", "글.docx", "모음.zip"],
      purchase: undefined,
    });
    expect(files.map(({ fileName, kind }) => `${fileName} ${kind}`)).toEqual([
      "책.pdf pdf",
      "글.docx text",
      "글.docx file",
      "모음.zip file",
    ]);
  });
});
