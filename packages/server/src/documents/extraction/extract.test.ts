import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedBytes } from "../byteSource.ts";
import type { Storage } from "../../storage/storage.ts";
import {
  ExtractionFailed,
  extractText,
  isTextExtension,
  NoText,
  type ExtractedText,
  type TextExtension,
} from "./extract.ts";
import { endReader, findReader, readsPdf } from "../../../testing/readers.ts";
import { maxStallMs, measureStall } from "../../../testing/stalls.ts";
import { defaultLimits, turns, type ExtractionLimits } from "./limits.ts";
import { readJob } from "./readJob.ts";
import { held, outcomeOf, pdf } from "./testing/files.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "extract-"));
});
afterAll(() => rm(folder, { recursive: true }));

const line = (page: number, index: number) =>
  `${page}쪽 ${index}째 줄, 결정한 것과 해야 할 일과 남은 질문을 적습니다.`;
const book = (pages: number) =>
  pdf(
    Array.from({ length: pages }, (_, page) =>
      Array.from({ length: 40 }, (_, index) => line(page + 1, index)),
    ),
  );
const minutes = "회의록 정리법\n\n첫째, 결정한 것부터 적습니다.";
const short = held(Buffer.from(minutes));
const readsText = '"extension":"txt"';

const textOf = async (bytes: Uint8Array, extension: TextExtension, limits: Partial<ExtractionLimits>) => {
  const outcome = await outcomeOf(bytes, extension, limits);
  if (!("text" in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.text;
};

const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof ExtractionFailed || error instanceof NoText ? error.reason : error),
  );

/** Bytes that never come. */
const stalled = { size: 10, stream: async () => new Readable({ read: () => undefined }) };

test("the line is short, and who leaves it is told at once", async () => {
  const leaving = new AbortController();
  const places = turns.running + turns.waiting;
  const works = Array.from({ length: places + 3 }, () =>
    reasonOf(extractText(stalled, "txt", { signal: leaving.signal })),
  );
  expect(await Promise.all(works.slice(places))).toEqual(["busy", "busy", "busy"]);
  leaving.abort(new Error("left"));
  for (const reason of await Promise.all(works.slice(0, places))) {
    expect(reason).toMatchObject({ message: "left" });
  }
  // Their places are free again.
  await expect.poll(() => reasonOf(extractText(short, "txt"))).toBe("none");
});

test("a local file and a stored one are read alike", async () => {
  const path = join(folder, "회의록.txt");
  await writeFile(path, minutes);
  const expected = { pages: [{ page: 1, text: minutes }], unit: "whole", isTruncated: false };
  expect(await extractText({ path }, "txt")).toEqual(expected);
  expect(await extractText(short, "txt")).toEqual(expected);
});

test("500 pages are read whole, and the server goes on answering", { timeout: 240_000 }, async () => {
  const source = held(book(500));
  let whole: ExtractedText | undefined;
  const stall = await measureStall(async () => {
    whole = await extractText(source, "pdf", { limits: { milliseconds: 100_000 } });
  });
  expect(whole?.isTruncated).toBe(false);
  expect(whole?.pages).toHaveLength(500);
  expect(whole?.pages[499]?.text).toContain(line(500, 39));
  expect(stall).toBeLessThan(maxStallMs);
});

test("pages and characters end where the limits say", async () => {
  const bytes = book(12);
  const few = await textOf(bytes, "pdf", { pages: 10 });
  expect(few.pages.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(few.isTruncated).toBe(true);
  const cut = await textOf(bytes, "pdf", { characters: 100 });
  expect(cut.pages).toHaveLength(1);
  expect(cut.pages[0]?.text.length).toBeLessThanOrEqual(100);
  expect(cut.isTruncated).toBe(true);
});

test("more text than is read is told", async () => {
  const bytes = Buffer.alloc(9 * 1024 * 1024, "가나다\n");
  expect((await textOf(bytes, "txt", { characters: 50_000_000 })).isTruncated).toBe(true);
});

test("time, memory and size have an end", async () => {
  const source = held(book(300));
  expect(await reasonOf(extractText(source, "pdf", { limits: { milliseconds: 100 } }))).toBe("tooLong");
  const memory = 48 * 1024 * 1024;
  expect(await reasonOf(extractText(source, "pdf", { limits: { memory } }))).toBe("tooMuchMemory");
  expect(await reasonOf(extractText({ ...stalled, size: 501 * 1024 * 1024 }, "docx"))).toBe("tooLarge");
  expect(await reasonOf(extractText(held(Buffer.alloc(0)), "txt"))).toBe("empty");
});

test.each([
  ["SIGVTALRM", "tooLong"],
  ["SIGUSR2", "tooMuchMemory"],
  ["SIGKILL", "interrupted"],
] as const)("%s of a program says that it was %s", async (signal, reason) => {
  const [told] = await Promise.all([reasonOf(extractText(short, "txt")), endReader(readsText, signal)]);
  expect(told).toBe(reason);
});

test("who leaves ends the reading", async () => {
  const leaving = new AbortController();
  const work = reasonOf(extractText(held(book(500)), "pdf", { signal: leaving.signal }));
  await expect.poll(() => findReader(readsPdf)).toBeDefined();
  leaving.abort(new Error("left"));
  expect(await work).toMatchObject({ message: "left" });
  expect(await reasonOf(extractText(short, "txt", { signal: leaving.signal }))).toMatchObject({
    message: "left",
  });
});

test("a storage that fails is not the file's fault, and nothing stays behind", async () => {
  const failing: Pick<Storage, "open"> = { open: () => Promise.reject(new Error("storage is down")) };
  // Only `open` is asked.
  const source = storedBytes(failing as Storage, "uploads/1", 10);
  await expect(extractText(source, "txt")).rejects.toThrow("storage is down");
  expect((await readdir(tmpdir())).filter((name) => name.startsWith("knowhow-reading-"))).toEqual([]);
});

test("a disk that fails is not the file's fault", async () => {
  const noDescriptor = 1_000_000;
  expect(await readJob(noDescriptor, { ...defaultLimits, extension: "txt", size: 10 })).toMatchObject({
    failed: "busy",
  });
});

test("what can be read is known by its extension", () => {
  expect(["pdf", "hwp", "hwpx", "md"].every(isTextExtension)).toBe(true);
  expect(["zip", "rar", "jpg", "PDF", "constructor"].some(isTextExtension)).toBe(false);
});
