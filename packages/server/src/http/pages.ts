import { isPage, isServerPath } from "@knowhow/shared";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context, Middleware } from "koa";
import sirv from "sirv";
import type { Business, Config } from "../config.ts";
import { serviceWorker, workerPath } from "./serviceWorker.ts";

/** The app's page with what it needs before its first call; `<` is escaped so that no text ends the element. */
export const renderPage = (html: string, business: Business, hasWorker = true): string =>
  html.replace(
    "</head>",
    () =>
      `<script type="application/json" id="bootstrap">${JSON.stringify({ business, hasWorker }).replaceAll("<", "\\u003c")}</script></head>`,
  );

const notBuilt = "<!doctype html><title>노하우</title><p>The app is not built yet: run npm run build.</p>";

/** Serves the app: hashed files for good, everything else revalidated; unknown pages are 404 with the same page. */
export const pages = ({
  business,
  serviceWorker: hasWorker,
  appDir: folder,
}: Pick<Config, "business" | "serviceWorker" | "appDir">): Middleware => {
  const index = join(folder, "index.html");
  const isBuilt = existsSync(index);
  const page = renderPage(isBuilt ? readFileSync(index, "utf8") : notBuilt, business, hasWorker);
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
        setHeaders: (response, path) => {
          response.setHeader(
            "Cache-Control",
            path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
          );
        },
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
    // A missing script or image is a plain 404, never a page.
    if (/\.[a-z0-9]{2,5}$/i.test(ctx.path)) return;
    ctx.status = isPage(ctx.path) ? 200 : 404;
    ctx.type = "html";
    ctx.set("Cache-Control", "no-cache");
    ctx.body = page;
  };
};
