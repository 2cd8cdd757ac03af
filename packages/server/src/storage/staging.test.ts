import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStaging } from "./staging.ts";

const dayMs = 24 * 60 * 60 * 1_000;

describe("what a killed server left half received", () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "knowhow-staging-")), "incoming");
    await mkdir(folder);
    for (const name of ["left", "also left"]) await writeFile(join(folder, name), "half");
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(join(folder, ".."), { recursive: true });
  });

  const place = () => Promise.resolve();
  /** The whole millisecond in which a file came here; nothing but the machine's clock sets it. */
  const cameAt = async (name: string) => Math.floor((await stat(join(folder, name))).ctimeMs);

  it("is removed when it is older than a day, and left alone before: another process may be receiving it", async () => {
    // The sweep looks at them in the order of the folder: when the second is gone, the first has been judged.
    const [young = "", old = ""] = await readdir(folder);
    const oldCameAt = await cameAt(old);
    await expect
      .poll(async () => {
        await utimes(join(folder, young), new Date(), new Date());
        return cameAt(young);
      })
      .toBeGreaterThan(oldCameAt + 1);
    // Not by fake timers: while it polls, Vitest moves them on.
    vi.spyOn(Date, "now").mockReturnValue((await cameAt(young)) + dayMs);
    createStaging(folder, place);
    await expect.poll(() => readdir(folder)).toEqual([young]);
  });
});
