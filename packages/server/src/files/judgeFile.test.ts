import { fileExtensions, imageExtensions } from "@knowhow/shared";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { corpus, type CorpusFile } from "../testing/fileCorpus.ts";
import { checkType } from "./attach.ts";
import type { ByteSource } from "./byteSource.ts";
import { judgeFile } from "./judgeFile.ts";
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
    await expect(judgeFile({ ...failing, size: 10_000_000 })).rejects.toBe(gone);
  });
});
