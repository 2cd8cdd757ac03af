import Koa from "koa";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { securityHeaders } from "./headers.ts";
import { listen } from "./listen.ts";
import { pages } from "./pages.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "knowhow-worker-"));
  await writeFile(join(folder, "index.html"), "<head></head>");
  await writeFile(join(folder, "sw.js"), `const page = "__PAGE_REVISION__";`);
});
afterEach(() => rm(folder, { recursive: true }));

/** What a browser is given for the worker, and then for asking again with the tag that it was given. */
const readWorker = async (env: NodeJS.ProcessEnv = {}) => {
  const config = readConfig({ NODE_ENV: "test", DATA_DIR: folder, APP_DIR: folder, ...env });
  const server = await listen(new Koa().use(securityHeaders(config)).use(pages(config)), 0);
  const ask = (headers: Record<string, string>) =>
    fetch(`http://localhost:${server.port}/sw.js`, { headers });
  try {
    const answer = await ask({});
    const again = await ask({ "if-none-match": answer.headers.get("etag") ?? "" });
    const page = await (await fetch(`http://localhost:${server.port}/`)).text();
    return { answer, text: await answer.text(), again: again.status, page };
  } finally {
    await server.close();
  }
};

it("is a script of its own, asked for anew each time and sent when it changed", async () => {
  const { answer, text, again } = await readWorker();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  expect(answer.headers.get("content-security-policy")).toContain("worker-src 'self'");
  expect(text).toMatch(/^const page = "[\w-]{16}";$/);
  expect(again).toBe(304);
});

it("is another one when the page or its policy is another, so that no device keeps the old", async () => {
  const { text } = await readWorker();
  expect((await readWorker()).text).toBe(text);
  const renamed = await readWorker({ BUSINESS_NAME: "다른 이름" });
  const https = await readWorker({ PUBLIC_URL: "https://knowhow.example" });
  expect(new Set([text, renamed.text, https.text]).size).toBe(3);
});

it("ends whatever worker there is when it is switched off, and pages do not ask for one", async () => {
  expect((await readWorker()).page).toContain(`"hasWorker":true`);
  const { answer, text, page } = await readWorker({ SERVICE_WORKER: "off" });
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  expect(text).toContain("registration.unregister()");
  expect(text).not.toContain("fetch");
  expect(page).toContain(`"hasWorker":false`);
});
