import { clientHeader, consoleClient } from "@knowhow/shared";
import bowser from "bowser";
import type { Context } from "koa";
import { isIPv6 } from "node:net";
import { expandIPv6, plainAddress } from "./address.ts";

/** A browser's kind, without anything that tells one from another. */
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

const isPrivateIPv4 = (address: string): boolean => /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(address);

/**
 * The network that an address belongs to, too wide to identify a person: half of an IPv4 address, a third of an IPv6
 * one. An address of this machine or of a network at home is named, not numbered.
 */
export const coarseAddressOf = (ip: string): string => {
  const address = plainAddress(ip);
  if (isIPv6(address)) {
    const groups = expandIPv6(address);
    if (groups.slice(0, 7).every((group) => /^0+$/.test(group))) return "localhost";
    const [first = "0", second = "0"] = groups;
    return /^f(e[89ab].|[cd]..)$/i.test(first) ? "LAN" : `${first}:${second}:*`;
  }
  if (address.startsWith("127.")) return "localhost";
  return isPrivateIPv4(address) ? "LAN" : `${address.split(".").slice(0, 2).join(".")}.*.*`;
};
