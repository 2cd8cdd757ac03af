import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { PushMessage, PushSubscriptionForm } from "@knowhow/shared";

/** A browser that has subscribed, and what it could open of what the service received for it (RFC 8291). */
export interface SubscribedDevice {
  subscription: PushSubscriptionForm;
  notifications: PushMessage[];
  /** Statuses of the next answers to its notifications; 201 after them. */
  next: number[];
  /** How often the service was asked. */
  asked: number;
}

/** A push service that is asked over HTTP, as a real one is (RFC 8030). */
export interface TestPushService {
  /** For PUSH_SERVICES. */
  origin: string;
  subscribe(): SubscribedDevice;
  close(): void;
}

const keyInfo = Buffer.from("Content-Encoding: aes128gcm\0");
const nonceInfo = Buffer.from("Content-Encoding: nonce\0");

/** Opens one record of `aes128gcm` (RFC 8188) with the keys of a subscription. */
const open = (body: Buffer, device: ReturnType<typeof createECDH>, auth: Buffer): PushMessage => {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), device.getPublicKey(), sender]);
  const material = Buffer.from(hkdfSync("sha256", device.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", material, salt, keyInfo, 16));
  const nonce = Buffer.from(hkdfSync("sha256", material, salt, nonceInfo, 12));
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The server's own words: it seals no others.
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as PushMessage;
};

/** Whether a request is signed with the key that it names, for this service (RFC 8292). */
const isSigned = (authorization: string, origin: string): boolean => {
  const { token, publicKey } =
    /^vapid t=(?<token>[^,]+), ?k=(?<publicKey>.+)$/.exec(authorization)?.groups ?? {};
  const [header, claims, signature] = token?.split(".") ?? [];
  if (!header || !claims || !signature || !publicKey) return false;
  const point = Buffer.from(publicKey, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const key = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) };
  const { aud, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as {
    aud: string;
    exp: number;
  };
  return (
    aud === origin &&
    exp > Date.now() / 1_000 &&
    verify(
      "sha256",
      Buffer.from(`${header}.${claims}`),
      { key, format: "jwk", dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    )
  );
};

/** Starts a push service; a request that is not signed for it is refused with 403. */
export const startPushService = async (): Promise<TestPushService> => {
  const devices = new Map<
    string,
    { device: SubscribedDevice; ecdh: ReturnType<typeof createECDH>; auth: Buffer }
  >();
  let origin = "";
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const found = devices.get(request.url ?? "");
      if (!found) return response.writeHead(404).end();
      found.device.asked += 1;
      if (!isSigned(request.headers.authorization ?? "", origin)) return response.writeHead(403).end();
      const status = found.device.next.shift() ?? 201;
      if (status === 201) found.device.notifications.push(open(body, found.ecdh, found.auth));
      return response.writeHead(status).end();
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // Listening on a port, it has this kind of address.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    subscribe() {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(16).toString("base64url")}`;
      const device: SubscribedDevice = {
        subscription: {
          endpoint: `${origin}${path}`,
          keys: { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") },
        },
        notifications: [],
        next: [],
        asked: 0,
      };
      devices.set(path, { device, ecdh, auth });
      return device;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
