import {
  addressOf,
  api,
  AppError,
  findPublicPlace,
  nextCursorIn,
  type AnsweredRead,
  type PageRead,
  type RenderedPage,
} from "@knowhow/shared";
import inject from "light-my-request";
import type { Context } from "koa";
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "../deps.ts";
import type { Limiter } from "./limits.ts";
import { takeReady } from "./ready.ts";
import type { Renderer } from "./renderer.ts";
import { originOf, stateOf } from "./state.ts";

/** A public page as a visitor's browser shows it before it has run any script. */
export interface PublicPage extends RenderedPage {
  isDesk: boolean;
  /** The answers that it was made of. */
  reads: readonly AnsweredRead[];
}

/**
 * Gives a public page; `missing` for a content that is gone, undefined where there are no contents, or not in time.
 * Search engines and link previews are refused in that case: they would keep the general words of the frame as the page's.
 */
export type RenderPublic = (ctx: Context) => Promise<PublicPage | "missing" | undefined>;

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Where pages come from. */
interface Sources {
  renderer: Renderer;
  /** The application itself. */
  listener: () => Listener;
  /** Whether there is or was a content of this id. */
  wasThere: (id: string) => Promise<boolean>;
}

interface Answer {
  status: number;
  text: string | Buffer;
  /** Of the next page. */
  link: string | null;
}

/** Rendered pages that are kept for as long as their answers stay the same, and the longest time of each. */
const maxPages = 50;
const maxAgeMs = 60_000;
/** How long a page that was not rendered is not tried again. */
const retryMs = 5_000;

/** Views, which every visit changes: a page may be a minute behind with them. */
const views = /"viewCount":\d+/g;
const versions = new WeakMap<Buffer, string>();

/** Names what an answer says, but for views; once for the bytes that many visitors get. */
const versionOf = ({ text, link }: Answer): string => {
  const known = typeof text === "string" ? undefined : versions.get(text);
  if (known !== undefined) return known;
  const version = createHash("sha256")
    .update(text.toString().replaceAll(views, ""))
    .update(link ?? "")
    .digest("base64url");
  if (typeof text !== "string") versions.set(text, version);
  return version;
};

/** Whether a browser without a window as yet will be wide; phones say that they are. */
const isForDesk = (ctx: Context): boolean => {
  const hint = ctx.get("Sec-CH-UA-Mobile");
  return hint === "" ? !/Mobi|Android/i.test(ctx.get("User-Agent")) : hint === "?0";
};

/**
 * Whether no browser asks: programs that look for a link's title name no destination. Browsers that name none either, as
 * old ones do and all on plain HTTP, still say that they would rather have an encrypted page.
 */
const isOfProgram = (ctx: Context): boolean =>
  ctx.get("Sec-Fetch-Dest") === "" && ctx.get("Upgrade-Insecure-Requests") === "";

/** Whether a search engine or a link preview asks, by its own word; any other program has the app's page at each address. */
const isOfLinkReader = (ctx: Context): boolean =>
  /bot|crawl|spider|scrap|externalhit|preview/i.test(ctx.get("User-Agent"));

const unavailable = (): AppError => new AppError("UNAVAILABLE", { retryAfter: retryMs / 1_000 });

/**
 * Renders the pages that begin with public reads, as `listener` answers these to this very visitor: counted, limited
 * and never older than any other answer. A failure is logged, and the visitor has the app's frame, a link reader a refusal.
 */
export const createPublicPages = (
  { config, log, microCache }: Pick<Deps, "config" | "log" | "microCache">,
  limiter: Limiter,
  { renderer, listener, wasThere }: Sources,
): RenderPublic => {
  const kept = new Map<string, { version: string; until: number; page: Promise<PublicPage> }>();

  let handle: Listener | undefined;

  /** The visitor's own answer: another one's of the same second, or what the application says. */
  const ask = async (ctx: Context, { call, input }: PageRead): Promise<Answer> => {
    // Programs are no viewers.
    const isPeek = call === api.contents.get && isOfProgram(ctx);
    const address = addressOf(call, isPeek ? { ...input, query: { peek: "1" } } : input);
    const ready = microCache.ready(address);
    if (ready) {
      await takeReady(ctx, limiter, ready);
      return { status: 200, text: ready.bytes, link: ready.headers["Link"] ?? null };
    }
    const { statusCode, payload, headers } = await inject((handle ??= listener()), {
      method: "GET",
      url: address,
      remoteAddress: ctx.ip,
      headers: {
        host: ctx.host,
        "user-agent": ctx.get("User-Agent"),
        "x-forwarded-for": ctx.ip,
        "x-forwarded-proto": ctx.protocol,
        "x-request-id": stateOf(ctx).requestId,
      },
    });
    if (statusCode === 429)
      throw new AppError("RATE_LIMITED", { retryAfter: Number(headers["retry-after"]) });
    return {
      status: statusCode,
      text: payload,
      link: headers.link === undefined ? null : String(headers.link),
    };
  };

  const find: RenderPublic = async (ctx) => {
    const place = findPublicPlace(ctx.path, new URLSearchParams(ctx.querystring));
    if (!place) return undefined;
    const answers = await Promise.all(place.reads.map((read) => ask(ctx, read)));
    const id = place.reads[0]?.input.params?.["id"];
    if (answers[0]?.status === 404) return id !== undefined && (await wasThere(id)) ? "missing" : undefined;
    if (answers.some(({ status }) => status !== 200)) throw unavailable();
    const origin = originOf(ctx, config.publicUrl);
    const isDesk = isForDesk(ctx);
    const version = answers.map(versionOf).join();
    // A program has no use for the frame: its wait is longer, and not to be shared with a visitor's.
    const isPatient = isOfProgram(ctx);
    const key = `${origin} ${isDesk} ${isPatient} ${place.address}`;
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
    const request = {
      address: place.address,
      origin,
      isDesk,
      business: { ...config.business },
      reads,
    };
    const page = renderer.render(request, isPatient).then((parts) => {
      if (!parts) throw unavailable();
      return { ...parts, isDesk, reads };
    });
    kept.delete(key);
    const [oldest] = kept.keys();
    if (kept.size >= maxPages && oldest !== undefined) kept.delete(oldest);
    const entry = { version, until: performance.now() + maxAgeMs, page };
    kept.set(key, entry);
    // What did not come is tried again soon, not by every visitor.
    page.catch(() => (entry.until = performance.now() + retryMs));
    return page;
  };
  return async (ctx) => {
    try {
      return await find(ctx);
    } catch (error) {
      const isRefusal = error instanceof AppError;
      if (!isRefusal) log.error({ err: error, requestId: stateOf(ctx).requestId }, "a page has no contents");
      if (isOfLinkReader(ctx)) throw isRefusal ? error : unavailable();
      return undefined;
    }
  };
};
