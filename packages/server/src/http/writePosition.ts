import type { Context, Middleware } from "koa";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { isWalPosition, maxLagMs, type Reader } from "../database/reads.ts";
import { stateOf } from "./state.ts";

/** The name of the cookie that holds the position. */
const cookieName = ({ secureCookies }: Pick<Config, "secureCookies">): string =>
  secureCookies ? "__Host-written" : "written";
/** Behind every position: that reader asks the primary. */
const unreachable = "FFFFFFFF/FFFFFFFF";
/** Lifetime of the cookie in ms, longer than any lag: browsers' clocks may be ahead, and an old position excludes nothing. */
const cookieMs = 5 * 60 * 1_000;
/** Its lifetime where the position is unknown: a replica that is asked at all has everything older by then. */
const unreachableMs = 10 * maxLagMs;

/** Remembers in the browser up to where a signed-in person has written, as long as a replica may be behind that. */
export const noteWrites =
  ({ config, reads, log }: Pick<Deps, "config" | "reads" | "log">): Middleware =>
  async (ctx, next) => {
    await next();
    if (reads.state() === undefined || ["GET", "HEAD"].includes(ctx.method) || !stateOf(ctx).viewer) return;
    const position = await reads.position().catch((error: unknown) => {
      log.warn({ err: error }, "the position of a write could not be read");
      return unreachable;
    });
    ctx.cookies.set(cookieName(config), position, {
      httpOnly: true,
      sameSite: "lax",
      signed: false,
      overwrite: true,
      secure: config.secureCookies,
      maxAge: position === unreachable ? unreachableMs : cookieMs,
    });
  };

/** The reader for a request: it sees what its person has written. */
export const readerFor = ({ config, reads }: Pick<Deps, "config" | "reads">, ctx: Context): Reader => {
  const position = ctx.cookies.get(cookieName(config), { signed: false });
  return reads.at(position !== undefined && isWalPosition(position) ? position : undefined);
};
