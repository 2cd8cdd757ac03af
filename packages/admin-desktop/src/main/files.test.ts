import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFiles } from "./files.ts";

describe("the console's files", () => {
  let outer: string;
  let files: ReturnType<typeof createFiles>;
  beforeAll(async () => {
    outer = await mkdtemp(join(tmpdir(), "knowhow-files-"));
    await mkdir(join(outer, "renderer/assets"), { recursive: true });
    await mkdir(join(outer, "renderer-other"));
    await writeFile(join(outer, "renderer/index.html"), "the page");
    await writeFile(join(outer, "renderer/assets/a.js"), "script");
    await writeFile(join(outer, "renderer/assets/a.js.map"), "source");
    await writeFile(join(outer, "secret.js"), "secret");
    await writeFile(join(outer, "renderer-other/x.js"), "secret");
    files = createFiles(join(outer, "renderer"));
  });
  afterAll(() => rm(outer, { recursive: true }));

  it("are handed out with a policy, screens as the page", async () => {
    const script = await files("/assets/a.js");
    expect([script.status, script.headers.get("content-type"), await script.text()]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "script",
    ]);
    for (const path of ["/", "/admin", "/reports/1"]) {
      const page = await files(path);
      expect(await page.text()).toBe("the page");
      expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
    }
  });

  it.each([
    "/../secret.js",
    "/%2e%2e/secret.js",
    "/..%2fsecret.js",
    "/assets/..%2f..%2fsecret.js",
    "/../renderer-other/x.js",
    "/..%5csecret.js",
    "/a%00.js",
    "/%",
    "/assets/missing.js",
    "/assets/a.js.map",
    "/assets/missing.exe",
  ])("%s is not handed out", async (path) => {
    const answer = await files(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).toBe("");
  });
});
