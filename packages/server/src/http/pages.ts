import { frameHeader, isPage, isServerPath } from "@knowhow/shared";
import { existsSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Context, Middleware } from "koa";
import sirv from "sirv";
import type { BusinessSettings, Config } from "../config.ts";
import type { Releases } from "../storage/releases.ts";
import { isCrossSiteLink } from "./crossSite.ts";
import type { PublicPage, RenderPublic } from "./publicPages.ts";
import { serviceWorker, workerPath } from "./serviceWorker.ts";
import { sessionCookie } from "./session.ts";

/** The page's data before its first call. */
interface Bootstrap {
  business: BusinessSettings;
  hasWorker: boolean;
  /** The page was asked for without a session. */
  isVisitor?: true;
  /** A link of another site led to the page. */
  isLinked?: true;
}

/** The app's page with what it needs before its first call; `<` is escaped so that no text ends the element. */
export const renderPage = (html: string, bootstrap: Bootstrap): string =>
  html.replace(
    "</head>",
    () =>
      `<script type="application/json" id="bootstrap">${JSON.stringify(bootstrap).replaceAll("<", "\\u003c")}</script></head>`,
  );

/** The frame that stands in the app's root of a page without contents, and the general words of its head. */
const frame = /(<div id="root")>[\s\S]*?(<\/div>\s*<noscript>)/;
/** The page's first script: before the contents it sets the scheme, and hears of presses. */
const firstScript = /<script src="\/assets\/view-[^>]*><\/script>/;
const generalWords = /<title>[^<]*<\/title>|<meta name="description"[^>]*>/g;

/** The app's page with a rendered one in its root. */
const fillPage = (html: string, { head, body, isDesk, reads }: PublicPage): string => {
  const answers = JSON.stringify(reads).replaceAll("<", "\\u003c");
  const [first = ""] = firstScript.exec(html) ?? [];
  return html
    .replace(firstScript, "")
    .replace("<head>", () => `<head>${first}`)
    .replaceAll(generalWords, "")
    .replace("</head>", () => `${head}<script type="application/json" id="reads">${answers}</script></head>`)
    .replace(frame, (_, start: string, end: string) => `${start} data-rendered="${isDesk}">${body}${end}`);
};

const pack = promisify(gzip);
const unpack = promisify(gunzip);

const setFileHeaders = (response: ServerResponse, path: string): void => {
  // The PDF worker reads strangers' documents: it may compile its decoders and do nothing else.
  if (path.startsWith("/assets/pdf.worker"))
    response.setHeader(
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
  response.setHeader(
    "Cache-Control",
    path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  );
};

/** A hashed file by its plain name: no dots at the beginning of a part, no compressed form. */
const hashedFile = /^\/assets\/((?:\w[\w.-]*\/)*\w[\w.-]*)(?<!\.(?:br|gz))$/;

const packedForms = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** Answers with a hashed file of another release, compressed where there is such a form; else as a plain 404. */
const sendReleased = async (ctx: Context, releases: Releases | undefined): Promise<void> => {
  const [, plain] = hashedFile.exec(ctx.path) ?? [];
  const readable = packedForms.filter(([encoding]) => ctx.acceptsEncodings(encoding));
  const names = plain === undefined ? [] : [...readable.map(([, ending]) => `${plain}${ending}`), plain];
  const file = names.length > 0 ? await releases?.open(names) : undefined;
  if (!file) {
    // The next release may have it.
    ctx.set("Cache-Control", "no-store");
    return;
  }
  setFileHeaders(ctx.res, ctx.path);
  ctx.set("Vary", "Accept-Encoding");
  const [encoding] = packedForms.find(([, ending]) => file.name.endsWith(ending)) ?? [];
  if (encoding) ctx.set("Content-Encoding", encoding);
  ctx.type = extname(ctx.path);
  ctx.body = file.bytes;
  ctx.length = file.size;
};

const notBuilt =
  "<!doctype html><html><head><title>노하우</title></head><body><p>The app is not built yet: run npm run build.</p></body></html>";

/**
 * Serves the app: hashed files for good, those of other releases out of `releases`, everything else revalidated; unknown
 * pages are 404 with the same page. Visitors get public pages with their contents, as far as `renderPublic` gives them.
 */
export const pages = (
  {
    business,
    serviceWorker: hasWorker,
    appDir: folder,
    secureCookies,
    publicUrl,
  }: Pick<Config, "business" | "serviceWorker" | "appDir" | "secureCookies" | "publicUrl">,
  { renderPublic, releases }: { renderPublic?: RenderPublic | undefined; releases?: Releases } = {},
): Middleware => {
  const index = join(folder, "index.html");
  const isBuilt = existsSync(index);
  const html = isBuilt ? readFileSync(index, "utf8") : notBuilt;
  const render = (more: Partial<Bootstrap>): string => renderPage(html, { business, hasWorker, ...more });
  const page = render({});
  const visitorsPage = render({ isVisitor: true });
  const linkedPage = render({ isLinked: true });
  const linkedVisitorsPage = render({ isVisitor: true, isLinked: true });
  const cookie = sessionCookie({ secureCookies });
  // Only a page that a browser is about to show: the service worker's copy serves every person.
  const isOfVisitor = (ctx: Context): boolean =>
    ctx.get("Sec-Fetch-Dest") === "document" && ctx.cookies.get(cookie) === undefined;
  // Programs that look for a link's title name no destination.
  const mayBeRendered = (ctx: Context): boolean =>
    ctx.get(frameHeader) === "" &&
    ["", "document"].includes(ctx.get("Sec-Fetch-Dest")) &&
    ctx.cookies.get(cookie) === undefined;
  const packed = new WeakMap<PublicPage, Map<string, Promise<Buffer>>>();
  const packPage = (html: string, page: PublicPage): Promise<Buffer> => {
    const variants = packed.get(page) ?? new Map<string, Promise<Buffer>>();
    packed.set(page, variants);
    const known = variants.get(html) ?? pack(fillPage(html, page));
    variants.set(html, known);
    return known;
  };
  const worker = join(folder, workerPath);
  const sendWorker = existsSync(worker)
    ? serviceWorker({ source: readFileSync(worker, "utf8"), page, isOn: hasWorker })
    : undefined;
  const serve = isBuilt
    ? sirv(folder, {
        brotli: true,
        gzip: true,
        etag: true,
        // The page itself is rendered above.
        ignores: [/^\/index\.html$/],
        setHeaders: setFileHeaders,
      })
    : undefined;
  const sendFile = (ctx: Context): Promise<boolean> =>
    new Promise((resolve) => {
      if (!serve || ctx.path === "/" || ctx.path === "/index.html") {
        resolve(false);
        return;
      }
      ctx.respond = false;
      ctx.res.statusCode = 200;
      ctx.res.once("close", () => {
        resolve(true);
      });
      // A file that went away since the start, as in a build beside a running server, ends this answer and nothing else.
      ctx.res.once("pipe", (file) => {
        file.once("error", () => ctx.res.destroy());
      });
      serve(ctx.req, ctx.res, () => {
        ctx.respond = true;
        ctx.res.statusCode = 404;
        resolve(false);
      });
    });
  return async (ctx, next) => {
    const isRead = ctx.method === "GET" || ctx.method === "HEAD";
    if (!isRead || isServerPath(ctx.path)) {
      await next();
      return;
    }
    if (sendWorker && ctx.path === workerPath) {
      sendWorker(ctx);
      return;
    }
    if (await sendFile(ctx)) return;
    // A missing script or image is never a page.
    if (/\.[a-z0-9]{2,5}$/i.test(ctx.path)) {
      await sendReleased(ctx, releases);
      return;
    }
    ctx.status = isPage(ctx.path) ? 200 : 404;
    ctx.type = "html";
    ctx.set({
      "Cache-Control": "no-cache",
      Vary: "Accept-Encoding, Cookie, Referer, Sec-CH-UA-Mobile, Sec-Fetch-Dest, Sec-Fetch-Site, User-Agent",
    });
    const [ofMember, ofVisitor] = isCrossSiteLink(ctx, publicUrl)
      ? [linkedPage, linkedVisitorsPage]
      : [page, visitorsPage];
    const html = isOfVisitor(ctx) ? ofVisitor : ofMember;
    const rendered = mayBeRendered(ctx) ? await renderPublic?.(ctx) : undefined;
    if (rendered === "missing") ctx.status = 404;
    if (!rendered || rendered === "missing") {
      ctx.body = html;
      return;
    }
    const bytes = await packPage(html, rendered);
    if (ctx.acceptsEncodings("gzip", "identity") === "gzip") {
      ctx.set("Content-Encoding", "gzip");
      ctx.body = bytes;
    } else ctx.body = await unpack(bytes);
  };
};
