import type pg from "pg";
import type { WebhookSender } from "./webhooks.ts";

/** What every part of the stand-in works with. */
export interface Standin {
  pool: pg.Pool;
  clientKey: string;
  secretKey: string;
  /** 64 hexadecimal digits: encrypts payout messages and signs their webhooks. */
  securityKey: string;
  log: (message: string) => void;
  webhooks: WebhookSender;
  /** Aborted when the stand-in closes, so that nothing that waits holds up the shutdown. */
  closing: AbortSignal;
}

/** The version of the provider's API whose objects are answered. */
export const apiVersion = "2022-11-16";
