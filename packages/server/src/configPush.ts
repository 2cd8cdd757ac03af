import { createECDH, hkdfSync } from "node:crypto";
import type { Environment } from "./config.ts";
import { ConfigError, refuse } from "./configError.ts";

/** As whom notifications are sent (RFC 8292), and to which push services. */
export interface PushSettings {
  /** Keys of one pair on P-256, in base64url. */
  publicKey: string;
  privateKey: string;
  /** Address at which push services reach the operator. */
  subject: string;
  /** Origins of push services beside those of the browsers' makers. */
  origins: readonly string[];
}

interface KeyPair {
  publicKey: string;
  privateKey: string;
}

const pairOf = (privateKey: string): KeyPair => {
  const ecdh = createECDH("prime256v1");
  try {
    ecdh.setPrivateKey(Buffer.from(privateKey, "base64url"));
  } catch {
    throw new ConfigError("VAPID_PRIVATE_KEY: must be a private key on P-256 in base64url");
  }
  return { publicKey: ecdh.getPublicKey("base64url"), privateKey };
};

/** The pair of an installation without keys of its own: subscriptions hold for one, so it is the same at each start. */
const derivedPair = (secret: Buffer): KeyPair =>
  pairOf(Buffer.from(hkdfSync("sha256", secret, "", "knowhow notifications", 32)).toString("base64url"));

/** Judges the settings of notifications together; undefined in production without keys, where none are sent. */
export const pushOf = (env: Environment, production: boolean, secret: Buffer): PushSettings | undefined => {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  refuse(
    (publicKey === undefined) !== (privateKey === undefined),
    "VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: are set both or none",
  );
  if (privateKey === undefined && production) return undefined;
  const pair = privateKey === undefined ? derivedPair(secret) : pairOf(privateKey);
  refuse(
    publicKey !== undefined && publicKey !== pair.publicKey,
    "VAPID_PUBLIC_KEY: is not the public key of VAPID_PRIVATE_KEY",
  );
  return {
    ...pair,
    subject: env.PUBLIC_URL?.startsWith("https://") === true ? env.PUBLIC_URL : "mailto:help@example.com",
    origins: env.PUSH_SERVICES?.split(",").map((origin) => origin.trim()) ?? [],
  };
};
