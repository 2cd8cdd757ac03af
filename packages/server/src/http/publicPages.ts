import {
  addressOf,
  api,
  findPublicPlace,
  nextCursorIn,
  type AnsweredRead,
  type PageRead,
  type RenderedPage,
} from "@knowhow/shared";
import inject from "light-my-request";
import type { Context } from "koa";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Deps } from "../deps.ts";
import type { Limiter } from "./limits.ts";
import { takeReady } from "./ready.ts";
import { createRenderer } from "./renderer.ts";
import { originOf } from "./state.ts";

/** A public page as a visitor's browser shows it before it has run any script. */
export interface PublicPage extends RenderedPage {
  isDesk: boolean;
  /** The answers that it was made of. */
  reads: readonly AnsweredRead[];
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Answer {
  text: string | Buffer;
  /** Of the next page. */
  link: string | null;
  /** The same only for the same text. */
  tag: string;
}

/** Rendered pages that are kept for as long as their answers stay the same, and the longest time of each. */
const maxPages = 50;
const maxAgeMs = 60_000;

/** Whether a browser without a window as yet will be wide; phones say that they are. */
const isForDesk = (ctx: Context): boolean => {
  const hint = ctx.get("Sec-CH-UA-Mobile");
  return hint === "" ? !/Mobi|Android/i.test(ctx.get("User-Agent")) : hint === "?0";
};

/**
 * Renders the pages that begin with public reads, as `listener` answers these to this very visitor: counted, limited
 * and never older than any other answer. Gives undefined for all other pages, where a read is refused, and where the
 * page is not rendered in time.
 */
export const createPublicPages = (
  { config, log, microCache }: Pick<Deps, "config" | "log" | "microCache">,
  limiter: Limiter,
  listener: () => Listener,
): ((ctx: Context) => Promise<PublicPage | undefined>) | undefined => {
  // A build without it serves the app's frame.
  const file = join(config.appDir, ".prerender/main.js");
  if (!existsSync(file)) return undefined;
  const render = createRenderer(file, log);
  const kept = new Map<string, { version: string; until: number; page: Promise<PublicPage | undefined> }>();

  /** The visitor's own answer: another one's of the same second, or what the application says. */
  const ask = async (ctx: Context, { call, input }: PageRead): Promise<Answer | undefined> => {
    // Programs that look for a link's title are no viewers.
    const isPeek = call === api.contents.get && ctx.get("Sec-Fetch-Dest") === "";
    const address = addressOf(call, isPeek ? { ...input, query: { peek: "1" } } : input);
    const ready = microCache.ready(address);
    if (ready) {
      await takeReady(ctx, limiter, ready);
      const { ETag: tag = "", Link: link = null } = ready.headers;
      return { text: ready.bytes, link, tag };
    }
    const given = await inject(listener(), {
      method: "GET",
      url: address,
      remoteAddress: ctx.ip,
      headers: {
        host: ctx.host,
        "user-agent": ctx.get("User-Agent"),
        "x-forwarded-for": ctx.ip,
        "x-forwarded-proto": ctx.protocol,
      },
    });
    if (given.statusCode !== 200) return undefined;
    const { link, etag } = given.headers;
    const tag = etag ?? createHash("sha256").update(given.payload).digest("base64url");
    return { text: given.payload, link: link === undefined ? null : String(link), tag };
  };

  return async (ctx) => {
    const origin = originOf(ctx, config.publicUrl);
    const place = findPublicPlace(new URL(ctx.url, origin));
    if (!place) return undefined;
    const answers = await Promise.all(place.reads.map((read) => ask(ctx, read)));
    if (!answers.every((answer) => answer !== undefined)) return undefined;
    const isDesk = isForDesk(ctx);
    const version = answers.map(({ tag }) => tag).join();
    const key = `${origin} ${isDesk} ${place.address}`;
    const known = kept.get(key);
    if (known?.version === version && known.until > performance.now()) return known.page;
    const reads = place.reads.map(({ call, input, isPaged }, index) => {
      const { text = "", link = null } = answers[index] ?? {};
      const nextCursor = isPaged ? nextCursorIn(link) : undefined;
      return {
        path: call.path,
        input,
        isPaged,
        data: JSON.parse(text.toString()) as unknown,
        ...(nextCursor === undefined ? {} : { nextCursor }),
      };
    });
    const rendered = render({
      address: place.address,
      origin,
      isDesk,
      business: { ...config.business },
      reads,
    });
    const page = rendered.then((parts) => parts && { ...parts, isDesk, reads });
    kept.delete(key);
    const [oldest] = kept.keys();
    if (kept.size >= maxPages && oldest !== undefined) kept.delete(oldest);
    const entry = { version, until: performance.now() + maxAgeMs, page };
    kept.set(key, entry);
    // Without a page the next visitor's request tries again.
    if ((await page) === undefined && kept.get(key) === entry) kept.delete(key);
    return page;
  };
};
