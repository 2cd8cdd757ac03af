import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Context } from "koa";
import { isUnchanged } from "./etag.ts";

/** Where the app's service worker is served. */
export const workerPath = "/sw.js";

/**
 * The worker that ends all others: it takes over at once, deletes their kept pages and files (nothing that people
 * wrote) and unregisters. Pages that do not answer were broken by the one before and are reloaded.
 */
const endingWorker = `
const answers = (client) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), 3000);
    client.postMessage({ type: "ARE_YOU_THERE" }, [port2]);
  });
const end = async () => {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
  const pages = await self.clients.matchAll({ type: "window" });
  await Promise.all(pages.map(async (page) => (await answers(page)) || page.navigate(page.url)));
};
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(end()));
`;

interface Rendered {
  etag: string;
  plain: Buffer;
  packed: Buffer;
}

const render = (text: string): Rendered => ({
  etag: createHash("sha256").update(text).digest("base64url"),
  plain: Buffer.from(text),
  packed: gzipSync(text),
});

/**
 * Answers with the service worker. It keeps the page, which the server renders and sends with a policy: a change of
 * either is a new revision, so that no device goes on with an old one.
 */
export const serviceWorker = ({ source, page, isOn }: { source: string; page: string; isOn: boolean }) => {
  const rendered = new Map<string, Rendered>();
  const renderFor = (policy: string): Rendered => {
    const found = rendered.get(policy);
    if (found) return found;
    const revision = createHash("sha256").update(page).update(policy).digest("base64url").slice(0, 16);
    const fresh = render(isOn ? source.replaceAll("__PAGE_REVISION__", revision) : endingWorker);
    rendered.set(policy, fresh);
    return fresh;
  };
  return (ctx: Context): void => {
    const { etag, plain, packed } = renderFor(ctx.response.get("Content-Security-Policy"));
    const isPacked = ctx.acceptsEncodings("gzip", "identity") === "gzip";
    ctx.type = "text/javascript; charset=utf-8";
    ctx.set({ "Cache-Control": "no-cache", Vary: "Accept-Encoding" });
    ctx.status = 200;
    ctx.etag = isPacked ? `${etag}-gzip` : etag;
    if (isUnchanged(ctx)) {
      ctx.status = 304;
      return;
    }
    if (isPacked) ctx.set("Content-Encoding", "gzip");
    ctx.body = isPacked ? packed : plain;
  };
};
