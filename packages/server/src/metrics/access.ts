import { AppError } from "@knowhow/shared";
import type { Context } from "koa";
import type { Config } from "../config.ts";
import { equalTexts } from "../crypto.ts";

const isLoopback = (address = ""): boolean =>
  address === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);

/** What proxies write into requests that they pass on. */
const forwardingHeaders = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
];

/**
 * Refuses whoever may not see the measures. With a token: everyone without it (401). Without one there is nothing for
 * anybody but this machine itself, and nothing at all once a proxy may stand between (404).
 */
export const checkWatcher = (
  ctx: Context,
  { metricsToken, proxies }: Pick<Config, "metricsToken" | "proxies">,
): void => {
  if (metricsToken !== undefined) {
    const given = /^Bearer +(\S+)$/i.exec(ctx.get("authorization"))?.[1] ?? "";
    if (equalTexts(given, metricsToken)) return;
    ctx.set("WWW-Authenticate", "Bearer");
    throw new AppError("LOGIN_REQUIRED");
  }
  const isPassedOn = forwardingHeaders.some((name) => ctx.get(name) !== "");
  if (proxies > 0 || isPassedOn || !isLoopback(ctx.req.socket.remoteAddress)) throw new AppError("NOT_FOUND");
};
