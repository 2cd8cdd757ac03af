import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { api } from "@knowhow/shared";
import { makeAdministrator } from "../support/administrator.ts";
import { Console, expect, home, test } from "./fixtures.ts";
import { findHoles, type Hole } from "./holes.ts";

test("nothing gets out of the window, nor into its session", async ({ desk, baseURL }) => {
  expect(await findHoles(desk, `${String(baseURL)}${api.health.live.path}`)).toEqual([]);
});

type Careless = readonly (readonly [Hole, RegExp, string])[];

/** What stands in the main process for each guard, and what a careless hand would make of it. */
const careless: Careless = [
  ["script", /"script-src 'self'"/, `"script-src 'self' 'unsafe-inline'"`],
  ["window", /action: "deny"/, 'action: "allow"'],
  ["navigation", /"will-navigate", "will-redirect"/, '"will-redirect"'],
  ["redirect", /"will-navigate", "will-redirect"/, '"will-navigate"'],
  ["sender", /if \(!isTrusted\(event\)\)/, "if (false)"],
  ["token", /[\w.]+\.encryptStringAsync\((\w+)\)/, "Buffer.from($1)"],
];

/** A console whose main process is changed in those places. */
const makeCareless = async (folder: string, holes: Careless): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const part of ["package.json", "dist", "icons"])
    await cp(join(home, part), join(folder, part), { recursive: true });
  const main = join(folder, "dist/main/main.cjs");
  let code = await readFile(main, "utf8");
  for (const [hole, pattern, replacement] of holes) {
    const before = code;
    code = before.replace(pattern, replacement);
    expect(code, `the guard against ${hole} is where it is looked for`).not.toBe(before);
  }
  await writeFile(main, code);
};

// Both ways by which a window is led away are guarded in one place: they are opened one after the other.
const isRedirect = ([hole]: Careless[number]) => hole === "redirect";
for (const holes of [careless.filter((one) => !isRedirect(one)), careless.filter(isRedirect)]) {
  const names = holes.map(([hole]) => hole);
  test(`what is made on purpose is found: ${names.join(", ")}`, async ({ baseURL }) => {
    await makeAdministrator();
    const folder = await mkdtemp(join(tmpdir(), "knowhow-careless-"));
    await makeCareless(join(folder, "console"), holes);
    const desk = await Console.launch(
      join(folder, "data"),
      { KNOWHOW_SERVER: String(baseURL) },
      { folder: join(folder, "console") },
    );
    try {
      await desk.signIn();
      await expect(desk.page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
      const found = await findHoles(desk, `${String(baseURL)}${api.health.live.path}`);
      expect(found.sort()).toEqual(names.sort());
    } finally {
      await desk.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}
