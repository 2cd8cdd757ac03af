import { fileExtensions, imageExtensions } from "@knowhow/shared";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { compoundOf, zipOf } from "../../testing/archives.ts";
import { pdfBytes } from "../../testing/sampleFiles.ts";
import { corpus, type CorpusFile } from "../../testing/fileCorpus.ts";
import { endReader, readsPdf } from "../../testing/readers.ts";
import { checkType } from "../storage/attach.ts";
import type { ByteSource } from "./byteSource.ts";
import { judgeFile } from "./judge.ts";
import { cleanFileName } from "./names.ts";

const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (start, length) => Promise.resolve(bytes.subarray(start, start + length)),
  stream: (length) => Promise.resolve(Readable.from([bytes.subarray(0, length)])),
});

const judged = async ({ name, make, kind }: CorpusFile): Promise<string> => {
  const verdict = await judgeFile(sourceOf(await make()));
  try {
    const type = checkType(
      verdict,
      kind === "preview" ? imageExtensions : fileExtensions,
      cleanFileName(name),
    );
    return `taken as ${type}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** A document of which one stream begins within another one, whose sectors follow each other round and round. */
const endlessDoc = (): Buffer => {
  const bytes = compoundOf({ WordDocument: Buffer.alloc(5_120, 1), "1Table": Buffer.alloc(5_120, 2) });
  const entry = (name: string) => bytes.indexOf(Buffer.from(`${name}\0`, "utf16le"));
  const start = bytes.readUInt32LE(entry("WordDocument") + 0x74);
  const table = (bytes.readUInt32LE(0x4c) + 1) * 512;
  bytes.writeUInt32LE(start + 1, table + (start + 2) * 4);
  bytes.writeUInt32LE(start + 1, entry("1Table") + 0x74);
  return bytes;
};

describe("a file that somebody sends", () => {
  it("comes in enough kinds here", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(60);
  });

  it.each(corpus)("is judged: $name ($refused)", async (file) => {
    expect(await judged(file)).toContain(file.refused ?? "taken as");
  });

  it("is not to blame when its bytes can not be read", async () => {
    const sound = await corpus.find(({ name }) => name === "묶음.zip")?.make();
    const source = sourceOf(sound ?? Buffer.alloc(0));
    const gone = new Error("the store is away");
    let reads = 0;
    const failing: ByteSource = {
      ...source,
      read: (start, length) => {
        reads += 1;
        return reads > 1 ? Promise.reject(gone) : source.read(start, Math.min(length, 4_100));
      },
    };
    await expect(
      judgeFile({ ...failing, size: 20_000_000, stream: () => Promise.reject(gone) }),
    ).rejects.toBe(gone);
  });

  it("is fetched in one go when it is an archive, and in a few pieces when it is not", async () => {
    const entries = Array.from({ length: 100 }, (_, index) => [`${index}.bin`, randomBytes(30_000)]);
    const zip = zipOf(Object.fromEntries(entries) as Record<string, Buffer>); // Pairs of names and bytes.
    const pdf = Buffer.concat([pdfBytes(), randomBytes(9_000_000), Buffer.from("\n%%EOF\n")]);
    for (const [bytes, maxCalls] of [
      [zip, 2],
      [pdf, 3],
    ] as const) {
      const source = sourceOf(bytes);
      let calls = 0;
      const counted: ByteSource = {
        size: source.size,
        read: (start, length) => ((calls += 1), source.read(start, length)),
        stream: (length) => ((calls += 1), source.stream(length)),
      };
      expect((await judgeFile(counted)).trouble).toBeUndefined();
      expect(calls).toBeLessThanOrEqual(maxCalls);
    }
  });

  it.each([
    ["txt", Buffer.from("가나다라 마바사\n".repeat(900_000))],
    ["pdf", Buffer.concat([pdfBytes(), Buffer.alloc(17_000_000, 32), Buffer.from("\n%%EOF\n")])],
  ])("is judged by pieces when it is a long %s", async (extension, bytes) => {
    const source = sourceOf(bytes);
    let read = 0;
    const counted: ByteSource = {
      ...source,
      read: (start, length) => ((read += length), source.read(start, length)),
      stream: () => Promise.reject(new Error("all of it")),
    };
    expect(await judgeFile(counted)).toEqual({ extension, trouble: undefined });
    expect(read).toBeLessThan(5_000_000);
  });

  it("is judged whole when the store gave less of it than it was asked for", async () => {
    for (const length of [1_000, 20_000_000]) {
      const source = sourceOf(zipOf({ "메모.txt": [randomBytes(length), { level: 0 }] }));
      let reads = 0;
      const short: ByteSource = {
        ...source,
        read: (start, asked) => ((reads += 1), source.read(start, reads === 1 ? 0 : asked)),
      };
      expect(await judgeFile(short)).toEqual({ extension: "zip", trouble: undefined });
    }
  });

  it("is judged whole when it is a large one of the older documents", async () => {
    const noise = randomBytes(60_000_000);
    const large = compoundOf({ "PowerPoint Document": Buffer.alloc(5_000), Pictures: noise });
    expect(await judgeFile(sourceOf(large))).toEqual({ extension: "ppt", trouble: undefined });
    const macros = compoundOf({ "Macros/VBA/_VBA_PROJECT": Buffer.alloc(50), WordDocument: noise });
    expect(await judgeFile(sourceOf(macros))).toEqual({ extension: "doc", trouble: "macros" });
  });

  it("is damaged when reading it never ends, and the next one is judged as ever", async () => {
    const endless = judgeFile(sourceOf(endlessDoc()));
    const [sound] = corpus;
    expect(await endless).toMatchObject({ trouble: "damaged" });
    expect(await judgeFile(sourceOf((await sound?.make()) ?? Buffer.alloc(0)))).toMatchObject({
      extension: "pdf",
      trouble: undefined,
    });
  });

  it("is not to blame when the program that opens it is ended by others", async () => {
    const locked = corpus.find(({ name }) => name === "암호.pdf");
    const source = sourceOf((await locked?.make()) ?? Buffer.alloc(0));
    for (const signal of ["SIGKILL", "SIGSEGV"] as const) {
      const [late] = await Promise.allSettled([judgeFile(source), endReader(readsPdf, signal)]);
      expect(late).toMatchObject({ status: "rejected", reason: { code: "UNAVAILABLE" } });
    }
    expect(await judgeFile(source)).toMatchObject({ trouble: "locked" });
  });

  it("counts as opened when its first page needs too much memory", async () => {
    const guarded = await readFile(new URL("extraction/fixtures/guarded.pdf", import.meta.url));
    const [verdict] = await Promise.all([judgeFile(sourceOf(guarded)), endReader(readsPdf, "SIGUSR2")]);
    expect(verdict).toEqual({ extension: "pdf", trouble: undefined });
  });

  it("is not waited for without end", async () => {
    const file = await corpus.find(({ name }) => name === "훌쩍 커지는.zip")?.make();
    const source = sourceOf(file ?? Buffer.alloc(0));
    const late = judgeFile(source, { milliseconds: 20, memory: 512 * 1024 * 1024 });
    await expect(late).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});
