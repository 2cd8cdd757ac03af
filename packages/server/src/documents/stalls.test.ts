import { Readable } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { newRar, rawZip } from "../../testing/archives.ts";
import { maxStallMs, measureStall } from "../../testing/stalls.ts";
import { findArchiveTrouble } from "./archiveRules.ts";
import type { ByteSource } from "./byteSource.ts";
import { judgeFile } from "./judge.ts";

const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (start, length) => Promise.resolve(bytes.subarray(start, start + length)),
  stream: (length) => Promise.resolve(Readable.from([bytes.subarray(0, length)])),
});

describe("no file that is judged keeps the others waiting", () => {
  const fills: Record<string, string> = {
    digits: "1",
    "numbers apart": "1 ",
    "long numbers": "1234567890 ",
    "objects that are none": "1 0 ob",
    "tables of contents": "startxref 123456789012",
    "blanks before a table": "startxref ",
    "marks of encryption": "/#45#6e#63#72#79#70",
  };
  const pdfs = Object.entries(fills).map(([kind, fill]) => ({
    kind,
    bytes: Buffer.from(`%PDF-1.7\n${fill.repeat(Math.ceil(200_000 / fill.length))}`, "latin1"),
  }));

  it.each(pdfs)("a PDF of $kind", async ({ bytes }) => {
    expect(await measureStall(() => judgeFile(sourceOf(bytes)))).toBeLessThan(maxStallMs);
  });

  it.each([
    ["jpg", "ffd8ffe000104a4649460001"],
    ["png", "89504e470d0a1a0a0000000d49484452"],
    ["gif", "474946383961"],
  ])("a %s of the size of a large document, which is not decoded", async (extension, start) => {
    const size = 300_000_000;
    const head = Buffer.from(start, "hex");
    let read = 0;
    const source: ByteSource = {
      size,
      read: (at, length) => {
        read += length;
        const bytes = Buffer.alloc(Math.min(length, size - at));
        if (at === 0) head.copy(bytes);
        return Promise.resolve(bytes);
      },
      stream: () => Promise.reject(new Error("all of it")),
    };
    const found = { extension, trouble: undefined, picture: "heavy" };
    expect(await judgeFile(source)).toEqual(found);
    expect(read).toBeLessThan(1_000_000);
    expect(await measureStall(() => judgeFile(source))).toBeLessThan(maxStallMs);
  });

  const endings: Record<string, string> = {
    stops: ".",
    blanks: "\u3000",
    invisible: "\u200b",
    "invisible between": "a\u200b",
    slashes: "/",
    ".tar": ".tar",
  };
  const named = (length: number) =>
    Object.entries(endings).map(([kind, ending]) => ({
      kind,
      names: Array.from({ length: 40 }, (_, index) => `${index}.txt${ending.repeat(length / ending.length)}`),
    }));
  const data = Buffer.from("x");

  it.each(named(20_000))("an archive whose names end in $kind, which is refused", async ({ names }) => {
    const archives = [
      rawZip(names.map((name) => ({ name, method: 0, packed: data, size: 1 }))),
      newRar(names.map((name) => ({ name, data }))),
    ];
    for (const bytes of archives) {
      const source = sourceOf(bytes);
      expect(await measureStall(() => judgeFile(source))).toBeLessThan(maxStallMs);
      expect((await judgeFile(source)).trouble).toBe("paths");
    }
  });
});

describe("the names in an archive", () => {
  const entriesOf = (names: string[]) =>
    names.map((name) => ({ name, packed: 1, size: 1, isLocked: false, isLink: false }));

  it.each([".", "\u3000", "\u200b", "a\u200b", "/", ".tar"])(
    "are looked through at once, however many end in %j",
    async (ending) => {
      const names = Array.from({ length: 5_000 }, (_, index) =>
        `${index}.txt${ending.repeat(1_000)}`.slice(0, 1_024),
      );
      const entries = entriesOf(names);
      expect(await measureStall(() => findArchiveTrouble(entries, entries.length))).toBeLessThan(maxStallMs);
    },
  );

  it("cost no more work the longer they are, and are refused above a length that no path has", () => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    const work = (name: string): number => {
      normalize.mockClear();
      findArchiveTrouble(entriesOf([name]), 1);
      return normalize.mock.calls.length;
    };
    try {
      const short = work("a.txt.");
      for (const ending of [".", " ", "\u2024", "\u200b"])
        expect(work(`a.txt${ending.repeat(1_000)}`)).toBeLessThanOrEqual(short);
      expect(work(`a.txt${".".repeat(60_000)}`)).toBe(0);
    } finally {
      normalize.mockRestore();
    }
    expect(findArchiveTrouble(entriesOf(["가".repeat(1_024)]), 1)).toBeUndefined();
    expect(findArchiveTrouble(entriesOf(["a.txt", "가".repeat(1_025)]), 1)).toBe("paths");
  });

  it("hide no program behind what systems drop, in any form of it", () => {
    const dropped = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).filter(
      (letter) => /^[.\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u.test(letter.normalize("NFKC")),
    );
    expect(dropped.length).toBeGreaterThan(100);
    for (const letter of dropped) {
      const code = letter.charCodeAt(0).toString(16);
      // A name with a NUL in it is none.
      const trouble = letter === "\0" ? "paths" : "program";
      expect(findArchiveTrouble(entriesOf([`a.exe${letter}`]), 1), code).toBe(trouble);
      expect(findArchiveTrouble(entriesOf([`a.exe${letter.repeat(900)}`]), 1), code).toBe(trouble);
    }
  });
});
