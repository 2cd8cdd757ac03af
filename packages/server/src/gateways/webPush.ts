import type { PushMessage } from "@knowhow/shared";
import { handleWhenResult } from "cockatiel";
import { setTimeout as sleep } from "node:timers/promises";
import webPush from "web-push";
import type { PushSettings } from "../configPush.ts";
import { createBreaker, type Breaker } from "./breaker.ts";

/** Where a device is reached: an address at its push service and the keys that only the device opens with. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What became of a notification; `gone`: the device has ended its subscription. */
type PushOutcome = "sent" | "gone" | "refused" | "unavailable";

/** Sends notifications to push services. Nothing of it throws. */
export interface PushGateway {
  publicKey: string;
  /** Tells whether an address is one of a known push service: the server calls no others for anyone. */
  knows(endpoint: string): boolean;
  /** Sends one notification, with two more tries where the service is ill. */
  send(target: PushTarget, notification: PushMessage): Promise<PushOutcome>;
}

/** Hosts of the push services of Chromium, Firefox, Safari and Edge, their subdomains included. */
const services = [
  "fcm.googleapis.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "notify.windows.com",
] as const;

/** A device that is off is told within a day; after that it is no news. */
const secondsToLive = 24 * 60 * 60;
const limitMs = 5_000;
const pausesMs = [500, 2_000];
const restMs = 30_000;

const urlOf = (endpoint: string): URL | undefined => (URL.canParse(endpoint) ? new URL(endpoint) : undefined);

/** See PushGateway. */
export const createPushGateway = (settings: PushSettings): PushGateway => {
  const { publicKey, privateKey, subject, origins } = settings;
  const breakers = new Map<string, Breaker>();
  const breakerOf = (origin: string): Breaker => {
    const breaker =
      breakers.get(origin) ??
      createBreaker(
        handleWhenResult((outcome) => outcome === "unavailable"),
        { restMs },
      );
    breakers.set(origin, breaker);
    return breaker;
  };
  const knows = (endpoint: string): boolean => {
    const url = urlOf(endpoint);
    if (!url || url.username !== "" || url.password !== "") return false;
    if (origins.includes(url.origin)) return true;
    const isOfService = services.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
    return url.protocol === "https:" && url.port === "" && isOfService;
  };
  const sendOnce = async (
    { endpoint, p256dh, auth }: PushTarget,
    notification: PushMessage,
  ): Promise<PushOutcome> => {
    try {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(notification),
        { vapidDetails: { subject, publicKey, privateKey }, TTL: secondsToLive, urgency: "normal" },
      );
      const response = await fetch(endpoint, {
        method: "POST",
        // The library's types leave open what headers are; it makes texts and numbers.
        headers: headers as Record<string, string>,
        body: new Uint8Array(body),
        redirect: "error",
        signal: AbortSignal.timeout(limitMs),
      });
      await response.body?.cancel();
      if (response.ok) return "sent";
      if (response.status === 404 || response.status === 410) return "gone";
      return response.status === 429 || response.status >= 500 ? "unavailable" : "refused";
    } catch {
      return "unavailable";
    }
  };
  return {
    publicKey,
    knows,
    async send(target, notification) {
      // A service may have been taken off the list since.
      if (!knows(target.endpoint)) return "gone";
      const breaker = breakerOf(new URL(target.endpoint).origin);
      let outcome: PushOutcome = "unavailable";
      for (const pause of [0, ...pausesMs]) {
        await sleep(pause);
        if (!breaker.isClosed()) return "unavailable";
        outcome = await breaker.run(() => sendOnce(target, notification)).catch(() => "unavailable" as const);
        if (outcome !== "unavailable") return outcome;
      }
      return outcome;
    },
  };
};
