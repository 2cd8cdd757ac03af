import { AppError } from "@knowhow/shared";
import type { Context } from "koa";
import type { Config } from "../config.ts";
import { equalTexts } from "../crypto.ts";

const isLoopback = (address = ""): boolean =>
  address === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);

/** Names by which a machine asks itself, in a Host header, with or without a port. */
const isLoopbackHost = (host = ""): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host);

/** Headers that proxies add to requests. */
const forwardingHeaders =
  /^(x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether this machine asks itself. Proxies need not say that they are there, so any hint of one counts: https, which
 * ends before us; a name in the Host header that is not this machine's own; a header of a proxy.
 */
const isAskedByItself = (
  { req }: Context,
  { environment, proxies, publicUrl }: Pick<Config, "environment" | "proxies" | "publicUrl">,
): boolean =>
  environment !== "production" &&
  proxies === 0 &&
  !publicUrl?.startsWith("https:") &&
  isLoopback(req.socket.remoteAddress) &&
  // Not Koa's host: a proxy may have written that.
  isLoopbackHost(req.headers.host) &&
  !Object.keys(req.headers).some((name) => forwardingHeaders.test(name));

/**
 * Refuses callers that may not see the measures. With a token: all without it (401). Without one: all but this machine
 * itself, and in production all (404).
 */
export const checkWatcher = (
  ctx: Context,
  config: Pick<Config, "environment" | "metricsToken" | "proxies" | "publicUrl">,
): void => {
  const { metricsToken } = config;
  if (metricsToken === undefined) {
    if (!isAskedByItself(ctx, config)) throw new AppError("NOT_FOUND");
    return;
  }
  const given = /^Bearer +(\S+)$/i.exec(ctx.get("authorization"))?.[1] ?? "";
  if (equalTexts(given, metricsToken)) return;
  ctx.set("WWW-Authenticate", "Bearer");
  throw new AppError("LOGIN_REQUIRED");
};
