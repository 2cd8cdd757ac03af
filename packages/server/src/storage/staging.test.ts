import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStaging } from "./staging.ts";

describe("what a killed server left half received", () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "knowhow-staging-")), "incoming");
    await mkdir(folder);
    await writeFile(join(folder, "left"), "half");
  });
  afterEach(() => rm(join(folder, ".."), { recursive: true }));

  const place = () => Promise.resolve();

  it("is removed when it is old", async () => {
    await sleep(50);
    createStaging(folder, place, { staleMs: 20 });
    await expect.poll(() => readdir(folder)).toEqual([]);
  });

  it("is left alone on its first day: another process may be receiving it", async () => {
    await createStaging(folder, place).check();
    await sleep(50);
    expect(await readdir(folder)).toEqual(["left"]);
  });
});
