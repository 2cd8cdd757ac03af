import { randomBytes } from "node:crypto";
import type { Context } from "koa";
import type { Config } from "../../config.ts";

const maxAge = 365 * 24 * 60 * 60 * 1_000;
/** Accounts that one browser remembers. */
const remembered = 5;

type CookieConfig = Pick<Config, "secureCookies">;

const nameOf = ({ secureCookies }: CookieConfig): string => (secureCookies ? "__Host-device" : "device");

/** Pairs of user and device id, latest first, from the signed cookie. */
const readPairs = (ctx: Context, config: CookieConfig): { userId: string; device: string }[] =>
  (ctx.cookies.get(nameOf(config), { signed: true }) ?? "").split("~").flatMap((pair) => {
    const [userId, device] = pair.split(".");
    return userId && device ? [{ userId, device }] : [];
  });

/** Id under which this browser signed in to the account before, if it did. */
export const knownDevice = (ctx: Context, config: CookieConfig, userId: string): string | undefined =>
  readPairs(ctx, config).find((pair) => pair.userId === userId)?.device;

/** Remembers that this browser signed in to the account: its failures are counted apart from strangers'. */
export const rememberDevice = (ctx: Context, config: CookieConfig, userId: string): void => {
  const pairs = readPairs(ctx, config);
  const device = knownDevice(ctx, config, userId) ?? randomBytes(12).toString("base64url");
  const others = pairs.filter((pair) => pair.userId !== userId).slice(0, remembered - 1);
  const value = [{ userId, device }, ...others].map((pair) => `${pair.userId}.${pair.device}`).join("~");
  ctx.cookies.set(nameOf(config), value, {
    signed: true,
    httpOnly: true,
    sameSite: "lax",
    secure: config.secureCookies,
    maxAge,
    overwrite: true,
  });
};
