import Koa from "koa";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { listen } from "./listen.ts";
import { pages } from "./pages.ts";

it("ends one answer, not the server, when a file of the app went away", async () => {
  const folder = await mkdtemp(join(tmpdir(), "knowhow-pages-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<head></head>");
  for (const name of ["a", "b"]) await writeFile(join(folder, `assets/${name}.js`), "1;");
  const config = readConfig({ NODE_ENV: "test", DATA_DIR: folder, APP_DIR: folder });
  const server = await listen(new Koa().use(pages(config)), 0);
  const get = async (path: string) => (await fetch(`http://localhost:${server.port}${path}`)).text();
  try {
    expect(await get("/assets/a.js")).toBe("1;");
    await rm(join(folder, "assets/a.js"));
    await expect(get("/assets/a.js")).rejects.toThrow();
    expect(await get("/assets/b.js")).toBe("1;");
    expect(await get("/market")).toContain("<head>");
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
});
