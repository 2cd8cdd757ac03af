import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRenderer, type Renderer } from "./renderer.ts";

/** Stands in for the app's thread: it does what the address says, and counts its pages; a slow one comes with the next. */
const thread = `
import { parentPort } from "node:worker_threads";
let count = 0;
const slow = [];
parentPort.postMessage({ id: 0 });
parentPort.on("message", ({ id, request: { address } }) => {
  if (address === "/sleeping") return;
  if (address === "/slow") { slow.push(id); return; }
  if (address === "/dying") process.exit(1);
  if (address === "/failing") { parentPort.postMessage({ id, failure: "no such screen" }); return; }
  for (const late of slow.splice(0)) parentPort.postMessage({ id: late, page: { head: "", body: "/slow" } });
  count += 1;
  parentPort.postMessage({ id, page: { head: String(count), body: address } });
});`;

const times = { waitMs: 1_000, startMs: 60_000, restMs: 300 };
/** Time passes for callers, as far as the test says. */
const pass = (ms: number) => vi.advanceTimersByTime(ms);
let folder: string;
let renderer: Renderer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "knowhow-renderer-"));
  await writeFile(join(folder, "main.mjs"), thread);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  renderer = createRenderer(join(folder, "main.mjs"), pino({ level: "silent" }), times);
});
afterEach(async () => {
  vi.useRealTimers();
  await renderer.close();
  await rm(folder, { recursive: true });
});

const render = (address: string, isPatient?: boolean) =>
  renderer.render({ address, origin: "http://localhost", isDesk: false, business: {}, reads: [] }, isPatient);

it("gives each caller their own page", async () => {
  const pages = await Promise.all(["/a", "/b", "/c"].map((address) => render(address)));
  expect(pages.map((page) => page?.body)).toEqual(["/a", "/b", "/c"]);
});

it("gives none where a page can not be rendered, and the next one", async () => {
  expect(await Promise.all([render("/failing"), render("/a")])).toMatchObject([undefined, { body: "/a" }]);
});

it("gives none to what waits when the thread dies, rests, and starts it again", async () => {
  expect((await render("/a"))?.head).toBe("1");
  expect(await Promise.all([render("/dying"), render("/b")])).toEqual([undefined, undefined]);
  pass(times.restMs - 1);
  expect(await render("/c")).toBeUndefined();
  pass(1);
  expect(await render("/d")).toMatchObject({ head: "1", body: "/d" });
});

it("lets one caller wait for a thread that sleeps, and no other until it has rested", async () => {
  await render("/a");
  const first = render("/sleeping");
  pass(times.waitMs - 1);
  const answered = vi.fn();
  void first.then(answered);
  // The thread answers meanwhile, and no wait is over.
  await render("/a");
  expect(answered).not.toHaveBeenCalled();
  pass(1);
  expect(await first).toBeUndefined();
  pass(times.restMs - 1);
  expect(await render("/b")).toBeUndefined();
  pass(1);
  expect(await render("/c")).toMatchObject({ body: "/c" });
});

it("keeps a patient caller waiting for a slow page, also while others do without", async () => {
  await render("/a");
  const hurried = render("/slow");
  pass(times.waitMs);
  expect(await hurried).toBeUndefined();
  const patient = render("/slow", true);
  expect(await render("/b")).toBeUndefined();
  pass(2 * times.waitMs);
  expect(await render("/c")).toMatchObject({ body: "/c" });
  expect(await patient).toMatchObject({ body: "/slow" });
});

it("takes no more than eight at once", async () => {
  const pages = await Promise.all(Array.from({ length: 10 }, (_, index) => render(`/${index}`)));
  expect(pages.map((page) => page?.body)).toEqual([
    ...Array.from({ length: 8 }, (_, index) => `/${index}`),
    undefined,
    undefined,
  ]);
});

it("is there before its first page where it was warmed", async () => {
  renderer.warm();
  expect(await render("/a")).toMatchObject({ head: "1", body: "/a" });
});

it("gives none after it is closed", async () => {
  await render("/a");
  await renderer.close();
  expect(await render("/b")).toBeUndefined();
});
