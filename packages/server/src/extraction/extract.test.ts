import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { ExtractionFailed, extractText, isTextExtension, NoText, type ExtractedPage } from "./extract.ts";

const held = (bytes: Buffer) => ({
  size: bytes.length,
  stream: async (length: number) => Readable.from([bytes.subarray(0, length)]),
});

const pagesOf = async (bytes: Buffer, extension: string): Promise<ExtractedPage[]> => {
  if (!isTextExtension(extension)) throw new Error(extension);
  return (await extractText(held(bytes), extension)).pages;
};

test("plain text comes back as it is", async () => {
  const text = "회의록 정리법\n\n첫째, 결정한 것부터 적습니다.";
  expect(await pagesOf(Buffer.from(text), "txt")).toEqual([{ page: 1, text }]);
});

test("what is no PDF is damaged", async () => {
  const failure = await pagesOf(Buffer.from("회의록"), "pdf").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ExtractionFailed);
  expect(failure).toMatchObject({ reason: "damaged" });
});

test("an empty file has no text", async () => {
  await expect(pagesOf(Buffer.alloc(0), "txt")).rejects.toBeInstanceOf(NoText);
});
