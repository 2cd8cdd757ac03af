import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { databaseOf, eraseDatabase, eraseReading } from "../database.ts";
import { keepableOf, type KeepableContent } from "./keepable.ts";
import { searchVault } from "./late/searchVault.ts";
import { readReaderView } from "./readerView.ts";
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

/** A bought content as the server lists it: the paths of its files and their names. */
const contentOf = (contentId: string, files: Record<string, string>): KeepableContent => ({
  id: contentId,
  isExternalLink: false,
  fileUrls: Object.keys(files),
  fileNames: Object.values(files),
  purchase: undefined,
});
/** A moment after all that was added. */
const later = () => Date.now() + 1;

/** Bytes that are not the same at any two places. */
const bytesOf = (size: number, from = 0): ArrayBuffer =>
  Uint8Array.from({ length: size }, (_, at) => ((from + at) * 2_654_435_761) >>> 24).buffer;
const size = partBytes + 1_000;

const fileOf = async (wanted = id): Promise<VaultFile> => {
  const file = await databaseOf(personId).vaultFiles.get(wanted);
  if (!file) throw new Error("The file is not there.");
  return file;
};
/** Has all parts of a file come, its bytes counted from a place. */
const fill = async (vault: Vault, wanted = id, version = "one", from = 0) => {
  await vault.keepPart(await fileOf(wanted), { bytes: bytesOf(partBytes, from), size, version });
  await vault.keepPart(await fileOf(wanted), { bytes: bytesOf(1_000, from + partBytes), size, version });
};
const keepAll = async () => {
  const vault = openVault(personId);
  await vault.add(book);
  await fill(vault);
  return vault;
};
const statesOf = async (vault: Vault) =>
  (await vault.list()).map((file) => `${file.id} ${file.fileName} ${file.state}`);
/** The first bytes of a file, and its name, as the reader has them. */
const readFirst = async (vault: Vault) => {
  const file = await vault.open(id);
  return { fileName: file?.fileName, bytes: await file?.read(0, 8) };
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
  vi.useRealTimers();
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
    await vault.confirm(
      [contentOf(other.contentId, { "": "", [other.objectPath]: other.fileName })],
      later(),
    );
    expect((await vault.list()).map((file) => file.contentId)).toEqual([other.contentId]);
    expect(await databaseOf(personId).vaultParts.count()).toBe(0);
  });

  const first = { fileName: book.fileName, bytes: new Uint8Array(bytesOf(8)) };
  const newId = `${id}@/objects/c`;

  it("loads the newer version of a file beside the older one, which is read until the newer one is whole", async () => {
    const vault = await keepAll();
    await vault.confirm([contentOf(book.contentId, { [book.objectPath]: book.fileName })], later());
    expect(await statesOf(vault)).toEqual([`${id} 책.pdf kept`]);
    const newer = [contentOf(book.contentId, { "/objects/c": "둘째 판.pdf" })];
    for (let round = 0; round < 2; round += 1) {
      await vault.confirm(newer, later());
      await vault.add(book);
      await vault.addPlanned(newer);
      expect(await statesOf(vault)).toEqual([`${id} 책.pdf kept`, `${newId} 둘째 판.pdf loading`]);
    }
    await vault.keepPart(await fileOf(newId), { bytes: bytesOf(partBytes, 7), size, version: "two" });
    // Loaded again from its beginning, as after a version that was replaced on the way.
    await vault.restart(newId);
    expect(await readFirst(vault)).toEqual(first);
    await fill(vault, newId, "two", 7);
    expect(await statesOf(vault)).toEqual([`${newId} 둘째 판.pdf kept`]);
    expect(await readFirst(vault)).toEqual({ fileName: "둘째 판.pdf", bytes: new Uint8Array(bytesOf(8, 7)) });
    expect(await databaseOf(personId).vaultParts.count()).toBe(2);
    await vault.setPlan({ isOn: true });
    await vault.addPlanned(newer);
    await vault.add(book);
    expect(await vault.list()).toHaveLength(1);
    await vault.confirm(newer, later());
    expect(await statesOf(vault)).toEqual([`${newId} 둘째 판.pdf kept`]);
  });

  it("has a newer version wait for Wi-Fi like the file that came with the plan, and none once the plan is off", async () => {
    const vault = openVault(personId);
    await vault.add(book, true);
    await fill(vault);
    const newer = [contentOf(book.contentId, { "/objects/c": "둘째 판.pdf" })];
    await vault.confirm(newer, later());
    expect(await statesOf(vault)).toEqual([`${id} 책.pdf kept`]);
    await vault.setPlan({ isOn: true });
    await vault.confirm(newer, later());
    expect(await fileOf(newId)).toMatchObject({ isAuto: true, state: "loading" });
    expect(await readFirst(vault)).toEqual(first);
  });

  it("goes on to the newest version where another came meanwhile", async () => {
    const vault = await keepAll();
    await vault.confirm([contentOf(book.contentId, { "/objects/c": "둘째 판.pdf" })], later());
    await vault.keepPart(await fileOf(newId), { bytes: bytesOf(partBytes, 7), size, version: "two" });
    await vault.confirm([contentOf(book.contentId, { "/objects/d": "셋째 판.pdf" })], later());
    expect(await statesOf(vault)).toEqual([`${id} 책.pdf kept`, `${id}@/objects/d 셋째 판.pdf loading`]);
    expect(await databaseOf(personId).vaultParts.count()).toBe(2);
    expect(await readFirst(vault)).toEqual(first);
  });

  it("keeps a file that the newest version has in another form until all of that is there", async () => {
    const vault = await keepAll();
    await vault.confirm([contentOf(book.contentId, { "/objects/c": "책.docx" })], later());
    const fileId = `${id}:file@/objects/c`;
    expect(await statesOf(vault)).toEqual([
      `${id} 책.pdf kept`,
      `${fileId} 책.docx loading`,
      `${newId} 책.docx loading`,
    ]);
    await fill(vault, fileId);
    expect(await readFirst(vault)).toEqual(first);
    await fill(vault, newId);
    expect(await statesOf(vault)).toEqual([`${fileId} 책.docx kept`, `${newId} 책.docx kept`]);
    // For other programs alone: the text goes with the last of it.
    await vault.confirm([contentOf(book.contentId, { "/objects/d": "책.zip" })], later());
    await fill(vault, `${id}:file@/objects/d`);
    expect(await statesOf(vault)).toEqual([`${id}:file@/objects/d 책.zip kept`]);
  });

  it("keeps a file that the newest version has no more until its purchase ends", async () => {
    const vault = await keepAll();
    await vault.add({ ...other, contentId: book.contentId });
    await vault.confirm([contentOf(book.contentId, {})], later());
    // A file that was not loaded yet has no source any more.
    expect(await statesOf(vault)).toEqual([`${id} 책.pdf kept`]);
    expect(await readFirst(vault)).toEqual(first);
    await vault.confirm([], later());
    expect(await vault.list()).toEqual([]);
  });

  it("spares what was added since the server was asked, unless a wrong clock says so", async () => {
    const vault = openVault(personId);
    const askedAt = Date.now();
    await vault.add(book);
    await vault.confirm([], askedAt);
    expect(await vault.list()).toHaveLength(1);
    await databaseOf(personId).vaultFiles.update(id, { addedAt: askedAt + 1_000_000 });
    await vault.confirm([], askedAt);
    expect(await vault.list()).toEqual([]);
  });

  it("opens nothing, and then has nothing, of which the server has said nothing for thirty days", async () => {
    const dayMs = 24 * 60 * 60_000;
    const bought = [contentOf(book.contentId, { [book.objectPath]: book.fileName })];
    vi.useFakeTimers({ toFake: ["Date"] });
    const vault = await keepAll();
    const pass = (days: number) => vi.setSystemTime(Date.now() + days * dayMs);
    pass(29);
    await vault.endLeases();
    expect(await vault.open(id)).toBeDefined();
    await vault.confirm(bought, Date.now());
    pass(29);
    await vault.endLeases();
    // A clock that is set back, again and again, gives no time.
    for (let round = 0; round < 3; round += 1) {
      pass(-20);
      expect(await vault.open(id)).toBeDefined();
      await vault.endLeases();
      expect(await vault.open(id)).toBeDefined();
    }
    pass(1);
    expect(await vault.open(id)).toBeUndefined();
    await vault.endLeases();
    expect(await vault.list()).toEqual([]);
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
    await vault.confirm([], later());
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

  describe("the last view of a file's reader", () => {
    const view = "<main>둘째 쪽</main>";
    const keepViewOf = async (vault: Vault) =>
      vault.keepView(id, book.objectPath, () => Promise.resolve(view));
    const countViews = () => databaseOf(personId).vaultTexts.count();

    it("is read where it is kept, the newest, unreadable in the database, and by no other name", async () => {
      const vault = await keepAll();
      expect(await readReaderView(personId, id)).toBeUndefined();
      await vault.keepView(id, book.objectPath, () => Promise.resolve("<main>첫째 쪽</main>"));
      await keepViewOf(vault);
      expect(await readReaderView(personId, id)).toBe(view);
      expect(await readReaderView(personId, vaultId(other.contentId, other.index))).toBeUndefined();
      const [row] = await databaseOf(personId).vaultTexts.toArray();
      expect(new TextDecoder().decode(row?.bytes)).not.toContain("main");
    });

    it("is not taken of a file that is not wholly there, nor kept where nothing can be taken", async () => {
      const vault = openVault(personId);
      await vault.add(book);
      const takeView = vi.fn(() => Promise.resolve(view));
      await vault.keepView(id, book.objectPath, takeView);
      expect(takeView).not.toHaveBeenCalled();
      await fill(vault);
      await vault.keepView(id, book.objectPath, () => Promise.resolve(undefined));
      expect(await countViews()).toBe(0);
    });

    it("goes with its file, and is kept of none that went, or was begun again, meanwhile", async () => {
      const vault = await keepAll();
      await keepViewOf(vault);
      await vault.confirm([], later());
      expect(await countViews()).toBe(0);
      const again = await keepAll();
      await again.keepView(id, book.objectPath, async () => {
        await again.restart(id);
        return view;
      });
      expect(await countViews()).toBe(0);
    });

    it("goes with the older version of its file, and is not that of another object", async () => {
      const vault = await keepAll();
      expect(await vault.keepView(id, "/objects/c", () => Promise.resolve(view))).toBe(false);
      expect(await keepViewOf(vault)).toBe(true);
      await vault.confirm([contentOf(book.contentId, { "/objects/c": "책.pdf" })], later());
      expect(await readReaderView(personId, id)).toBe(view);
      await fill(vault, `${id}@/objects/c`, "two");
      expect(await readReaderView(personId, id)).toBeUndefined();
      expect(await countViews()).toBe(0);
    });

    it("goes where the money is asked back, and its file stays", async () => {
      const vault = await keepAll();
      const bought = contentOf(book.contentId, { [book.objectPath]: book.fileName });
      await keepViewOf(vault);
      await vault.confirm([bought], later());
      expect(await countViews()).toBe(1);
      await vault.confirm(
        [{ ...bought, purchase: { orderNumber: "1", refundableUntil: null, refundState: "refunding" } }],
        later(),
      );
      expect([await countViews(), (await vault.list()).length]).toEqual([0, 1]);
      await keepViewOf(vault);
      await vault.removeViews(other.contentId);
      expect(await countViews()).toBe(1);
      await vault.removeViews(book.contentId);
      expect([await countViews(), (await vault.list()).length]).toEqual([0, 1]);
    });

    it("is not kept for a person who has signed out, nor read after thirty days without the server", async () => {
      const vault = await keepAll();
      await vault.keepView(id, book.objectPath, () => {
        setActiveUser(null);
        return Promise.resolve(view);
      });
      setActiveUser(personId);
      expect(await countViews()).toBe(0);
      await keepViewOf(vault);
      vi.useFakeTimers({ toFake: ["Date"] });
      vi.setSystemTime(Date.now() + 30 * 24 * 60 * 60_000);
      expect(await readReaderView(personId, id)).toBeUndefined();
    });

    it("makes no database where there is none", async () => {
      await expect(readReaderView("nobody", id)).rejects.toThrow();
      expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("knowhow:nobody");
    });
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
