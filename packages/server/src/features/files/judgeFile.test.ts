import { fileExtensions, imageExtensions } from "@knowhow/shared";
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { zipOf } from "../../../testing/archives.ts";
import { pdfBytes } from "../../../testing/sampleFiles.ts";
import { corpus, type CorpusFile } from "../../../testing/fileCorpus.ts";
import { checkType } from "./attach.ts";
import type { ByteSource } from "../../storage/byteSource.ts";
import { judgeFile } from "./judgeFile.ts";
import { withLocalBytes } from "../../storage/localBytes.ts";
import { cleanFileName } from "./names.ts";
import { proveZip } from "./proveZip.ts";
import { openZip } from "./zipArchive.ts";

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
      judgeFile({ ...failing, size: 10_000_000, stream: () => Promise.reject(gone) }),
    ).rejects.toBe(gone);
  });

  it("is fetched in one go when it is an archive, and in a few pieces when it is not", async () => {
    const entries = Array.from({ length: 100 }, (_, index) => [`${index}.bin`, randomBytes(30_000)]);
    const zip = zipOf(Object.fromEntries(entries) as Record<string, Buffer>); // Pairs of names and bytes.
    const pdf = Buffer.concat([pdfBytes(), randomBytes(9_000_000), Buffer.from("\n%%EOF\n")]);
    for (const [bytes, most] of [
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
      expect(calls).toBeLessThanOrEqual(most);
    }
  });

  it("is not waited for without end", async () => {
    const file = await corpus.find(({ name }) => name === "훌쩍 커지는.zip")?.make();
    const source = sourceOf(file ?? Buffer.alloc(0));
    const late = withLocalBytes(source, async (local) => {
      const zip = await openZip(local);
      return zip && proveZip(local, zip, { milliseconds: 20 });
    });
    await expect(late).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});
