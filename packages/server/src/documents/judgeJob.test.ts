import { afterEach, expect, it, vi } from "vitest";
import { zipBytes } from "../../testing/sampleFiles.ts";
import { judgeJob } from "./judgeJob.ts";

const judge = (bytes: Buffer) =>
  judgeJob({ size: bytes.length, pieces: [{ start: 0, bytes }], isPatient: false });
const text = Buffer.from("가나다라 마바사\n");
const retry = { needs: "retry" };

afterEach(() => {
  vi.restoreAllMocks();
});

it("takes no file for damaged when the machine has no memory left", async () => {
  vi.spyOn(Buffer.prototype, "subarray").mockImplementation(() => {
    throw new RangeError("Array buffer allocation failed");
  });
  expect(await judge(zipBytes({ "a.txt": "x" }))).toMatchObject(retry);
});

it("takes no file for damaged for a failure that nobody foresaw, or one of the disk", async () => {
  vi.spyOn(TextDecoder.prototype, "decode").mockImplementation(() => {
    throw new Error("unforeseen");
  });
  expect(await judge(text)).toMatchObject(retry);
  const missing = { size: 5, path: "/nowhere/at/all", pieces: [], isPatient: false };
  expect(await judgeJob(missing)).toMatchObject(retry);
});

it("tells what is damaged from what is not", async () => {
  const zip = zipBytes({ "a.txt": "가나다 ".repeat(100) });
  const cut = zip.subarray(0, zip.length - 30);
  expect(await judge(cut)).toMatchObject({ verdict: { trouble: "damaged" } });
  // Bytes that zlib does not undo.
  const spoilt = Buffer.from(zip).fill(0xff, 40, 60);
  expect(await judge(spoilt)).toMatchObject({ verdict: { trouble: "damaged" } });
  expect(await judge(zip)).toMatchObject({ verdict: { extension: "zip", trouble: undefined } });
});
