import type { PushMessage, PushSubscriptionForm } from "@knowhow/shared";
import { handleAll } from "cockatiel";
import { createECDH } from "node:crypto";
import type { Logger } from "pino";
import webPush from "web-push";
import type { PushSettings } from "../configPush.ts";
import { createBreaker, type Breaker } from "./breaker.ts";

/** Where a device is reached: an address at its push service and the keys that only the device opens with. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `gone`: the device has ended its subscription; `unavailable`: its service is ill, and may take it later. */
type PushOutcome = "sent" | "gone" | "refused" | "unavailable";

/** Sends messages to push services. Nothing of it throws. */
export interface PushGateway {
  publicKey: string;
  /** Tells whether a subscription is one of a known push service, with a key that can be sealed for. */
  accepts(subscription: PushSubscriptionForm): boolean;
  /** Sends one message, once. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
}

/** Push services of Chromium, Firefox, Safari and Edge; the server calls no others for anyone. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^web\.push\.apple\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
];

/** A device that is off is told within a day; after that it is no news. */
const secondsToLive = 24 * 60 * 60;
/** Jobs of money wait for the same hands. */
const limitMs = 4_000;
const restMs = 30_000;

const isOnCurve = (p256dh: string): boolean => {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(Buffer.from(p256dh, "base64url"));
    return true;
  } catch {
    return false;
  }
};

/** The code of a failed request's cause, else its own words; neither names the address, which is a secret. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(error);
};

/** See PushGateway. */
export const createPushGateway = (settings: PushSettings, log: Logger): PushGateway => {
  const { publicKey, privateKey, subject, origins } = settings;
  const vapidDetails = { subject, publicKey, privateKey };
  const breakers = new Map<string, Breaker>();
  /** The service of an address as the lists name it, so that invented hosts of one are one. */
  const serviceOf = (endpoint: string): string | undefined => {
    if (!URL.canParse(endpoint)) return undefined;
    const { origin, protocol, hostname, port, username, password } = new URL(endpoint);
    if (username !== "" || password !== "") return undefined;
    if (origins.includes(origin)) return origin;
    return protocol === "https:" && port === ""
      ? services.find((pattern) => pattern.test(hostname))?.source
      : undefined;
  };
  const breakerOf = (service: string): Breaker => {
    const breaker = breakers.get(service) ?? createBreaker(handleAll, { restMs });
    breakers.set(service, breaker);
    return breaker;
  };
  /** Gives the status of the service's answer, undefined for a host that is not found; fails where the service is ill. */
  const post = async (
    endpoint: string,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<number | undefined> => {
    const response = await fetch(endpoint, {
      method: "POST",
      headers,
      body: new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(limitMs),
    }).catch((error: unknown) => {
      // A member may have invented it: that says nothing of the service.
      if (reasonOf(error) === "ENOTFOUND") return undefined;
      throw error;
    });
    if (!response) return undefined;
    await response.body?.cancel();
    if (response.status >= 500) throw new Error(`answered ${response.status}`);
    return response.status;
  };
  return {
    publicKey,
    accepts: ({ endpoint, keys }) => serviceOf(endpoint) !== undefined && isOnCurve(keys.p256dh),
    async send({ endpoint, p256dh, auth }, message) {
      const service = serviceOf(endpoint);
      // A service may have been taken off the list since.
      if (service === undefined) return "gone";
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails, TTL: secondsToLive },
      );
      const host = new URL(endpoint).hostname;
      try {
        // The library's types leave open what headers are; it makes texts and numbers.
        const status = await breakerOf(service).run(() =>
          post(endpoint, headers as Record<string, string>, body),
        );
        if (status === undefined) throw new Error("no such host");
        if (status >= 200 && status < 300) return "sent";
        if (status === 404 || status === 410) return "gone";
        log.warn({ host, status }, "notification refused");
        return "refused";
      } catch (error) {
        log.warn({ host, reason: reasonOf(error) }, "notification not sent");
        return "unavailable";
      }
    },
  };
};
