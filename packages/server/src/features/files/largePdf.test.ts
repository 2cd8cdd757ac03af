import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NoText } from "../../documents/extraction/failures.ts";
import { defaultLimits } from "../../documents/extraction/limits.ts";
import { runProgram } from "../../documents/extraction/runProgram.ts";
import { fixture } from "../../documents/extraction/testing/files.ts";
import { judgeFile } from "../../documents/judge.ts";
import { fileBytes } from "../../documents/localBytes.ts";

const megabyte = 1024 * 1024;
const hole = 450 * megabyte;

describe("a PDF of the largest size", { timeout: 120_000 }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "large-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** The same document with a hole before its table: as large as asked, and hardly any bytes on the disk. */
  const stretch = async (name: string): Promise<{ path: string; size: number }> => {
    const bytes = fixture(name);
    const [, at = ""] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString("latin1")) ?? [];
    const table = Number(at);
    const tail = bytes.subarray(table).toString("latin1");
    const moved = Buffer.from(tail.replace(`startxref\n${at}`, `startxref\n${table + hole}`), "latin1");
    const path = join(folder, name);
    const handle = await open(path, "w");
    await handle.write(bytes.subarray(0, table), 0, table, 0);
    await handle.write(moved, 0, moved.length, table + hole);
    await handle.close();
    return { path, size: table + hole + moved.length };
  };
  const judge = async (name: string) => {
    const { path, size } = await stretch(name);
    return judgeFile(fileBytes(path, size));
  };

  it("is refused where it needs a password, and taken where it is only locked against changes", async () => {
    expect(await judge("locked.pdf")).toMatchObject({ trouble: "locked" });
    expect((await judge("guarded.pdf")).trouble).toBeUndefined();
  });

  it("is opened and read in a fraction of its size", async () => {
    const job = { ...defaultLimits, extension: "pdf" as const, memory: 256 * megabyte };
    const read = async (name: string) => {
      const { path, size } = await stretch(name);
      const handle = await open(path, "r");
      try {
        return await runProgram(handle.fd, { ...job, size });
      } finally {
        await handle.close();
      }
    };
    await expect(read("locked.pdf")).rejects.toEqual(new NoText("encrypted"));
    expect((await read("known.pdf")).pages.length).toBeGreaterThan(0);
  });
});
