import { createECDH, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "../log.ts";
import { createPushGateway, type PushGateway, type PushTarget } from "./webPush.ts";

const pair = createECDH("prime256v1");
pair.generateKeys();

const targetAt = (endpoint: string): PushTarget => {
  const device = createECDH("prime256v1");
  device.generateKeys();
  return { endpoint, p256dh: device.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
};
const invented = targetAt("https://invented.notify.windows.com/w/?token=1");
const known = targetAt("https://wns2-by3p.notify.windows.com/w/?token=2");
const elsewhere = targetAt("https://web.push.apple.com/3");
const message = { title: "노하우", body: "새 메시지", path: "/chat", tag: "room" };
/** One more than the failures in a row after which a service is left alone. */
const tries = 6;

/** Hosts that give no answer, each with the code of its failure; the others take what comes. */
let failing: Record<string, string> = {};
let asked: string[] = [];
let gateway: PushGateway;

beforeEach(() => {
  [failing, asked] = [{}, []];
  vi.stubGlobal("fetch", (address: string) => {
    const { hostname } = new URL(address);
    asked.push(hostname);
    const code = failing[hostname];
    if (code === undefined) return Promise.resolve(new Response(null, { status: 201 }));
    return Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) }));
  });
  gateway = createPushGateway(
    {
      publicKey: pair.getPublicKey("base64url"),
      privateKey: pair.getPrivateKey("base64url"),
      subject: "mailto:operator@example.com",
      origins: [],
    },
    createLog({ logLevel: "silent" }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const sendOften = async (target: PushTarget) => {
  const outcomes = new Set<string>();
  for (let attempt = 0; attempt < tries; attempt += 1) outcomes.add(await gateway.send(target, message));
  return [...outcomes];
};

describe("push services", () => {
  it("go on for their devices where a member has invented a host of theirs", async () => {
    failing = { "invented.notify.windows.com": "ENOTFOUND" };
    expect(await sendOften(invented)).toEqual(["unavailable"]);
    expect(asked).toHaveLength(tries);
    expect(await gateway.send(known, message)).toBe("sent");
  });

  it("are left alone while they do not answer, under all of their hosts, and the others are not", async () => {
    failing = { "invented.notify.windows.com": "ECONNREFUSED" };
    expect(await sendOften(invented)).toEqual(["unavailable"]);
    expect(asked).toHaveLength(tries - 1);
    expect(await gateway.send(known, message)).toBe("unavailable");
    expect(asked).not.toContain("wns2-by3p.notify.windows.com");
    expect(await gateway.send(elsewhere, message)).toBe("sent");
  });

  it("are the known ones alone, whatever an address looks like", async () => {
    for (const endpoint of [
      "https://web.push.apple.com.example.com/3",
      "http://web.push.apple.com/3",
      "https://web.push.apple.com:8443/3",
      "https://user@web.push.apple.com/3",
      "https://a.b.notify.windows.com/w",
      "no address",
    ])
      expect(await gateway.send(targetAt(endpoint), message), endpoint).toBe("gone");
    expect(asked).toEqual([]);
  });
});
