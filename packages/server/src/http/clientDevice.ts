import { clientHeader, consoleClient } from "@knowhow/shared";
import bowser from "bowser";
import type { Context } from "koa";
import { isIPv6 } from "node:net";

/** What is kept of a browser: its kind, nothing that tells one from another. */
export interface ClientDevice {
  browser: string | null;
  os: string | null;
  type: "desktop" | "mobile" | "tablet" | "console" | "unknown";
}

const types = ["desktop", "mobile", "tablet"] as const;

/** The device that a request comes from, as its sender names it. */
export const clientDeviceOf = (ctx: Context): ClientDevice => {
  // A longer one names no browser that people use, and takes time to look at.
  const { browser, os, platform } = bowser.parse(ctx.get("user-agent").slice(0, 500) || " ");
  const type =
    ctx.get(clientHeader) === consoleClient
      ? "console"
      : (types.find((known) => known === platform.type) ?? "unknown");
  return { browser: browser.name?.slice(0, 40) || null, os: os.name?.slice(0, 40) || null, type };
};

/** The network that an address belongs to, too wide to find somebody by: half of an IPv4 address, a third of an IPv6 one. */
export const coarseAddressOf = (ip: string): string => {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, "").replace(/%.*$/, "");
  if (!isIPv6(address)) return `${address.split(".").slice(0, 2).join(".")}.*.*`;
  const [first = "", second = ""] = address.split(":");
  return `${first || "0"}:${second || "0"}:*`;
};
