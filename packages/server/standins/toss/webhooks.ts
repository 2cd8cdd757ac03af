import { createHmac } from "node:crypto";
import type pg from "pg";
import type { Queryable } from "./store.ts";
import { koreanTime } from "./times.ts";

/** The provider tries again after 1, 4, 16 … minutes; here a minute lasts a second. */
const retryDelaysSeconds = [1, 4, 16, 64, 256, 1024, 4096];
const answerTimeoutMs = 10_000;
const claimSeconds = 15;
const claimSize = 5;
const pollMs = 1_000;
const redeliverCount = 50;

interface StoredWebhook {
  id: number;
  transmissionId: string;
  signed: boolean;
  body: string;
  attempts: number;
}

const columns = `id, transmission_id as "transmissionId", signed, body, attempts`;

/** Stores an event in the caller's transaction; the sender of any process delivers it after the commit. */
export async function enqueueWebhook(
  db: Queryable,
  event: { eventType: string } & Record<string, unknown>,
  signed: boolean,
): Promise<void> {
  await db.query("insert into standin_toss.webhooks (event_type, signed, body) values ($1, $2, $3)", [
    event.eventType,
    signed,
    JSON.stringify(event),
  ]);
}

/** The provider's signature of a payout or seller event: `v1:` and an HMAC over body and time. */
function signWebhook(securityKey: string, rawBody: string, transmissionTime: string): string {
  const hmac = createHmac("sha256", Buffer.from(securityKey, "hex"));
  return `v1:${hmac.update(`${rawBody}:${transmissionTime}`).digest("base64")}`;
}

/** Delivers stored webhooks, with the provider's headers, time limit and (faster) retries. */
export interface WebhookSender {
  /** Looks for due webhooks now instead of at the next poll. */
  kick(): void;
  /** Sends the newest webhooks once more, with their old ids; answers how many deliveries were tried. */
  redeliver(how: { repeat: number; reorder: boolean }): Promise<number>;
  close(): Promise<void>;
}

interface SenderOptions {
  pool: pg.Pool;
  securityKey: string;
  webhookUrl: string | (() => string);
  log: (message: string) => void;
  /** Run at every poll before the due webhooks are sent: what time alone changes. */
  beforePoll: () => Promise<void>;
}

/** Starts the sender; several processes may run one each, a webhook is claimed by one at a time. */
export function startWebhookSender(options: SenderOptions): WebhookSender {
  const { pool, log } = options;
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;
  // Asked through a function, since it changes while the pump waits.
  const isWanted = () => again;

  async function send(webhook: StoredWebhook): Promise<string | undefined> {
    const url = typeof options.webhookUrl === "function" ? options.webhookUrl() : options.webhookUrl;
    const transmissionTime = koreanTime(new Date());
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "tosspayments-webhook-transmission-time": transmissionTime,
      "tosspayments-webhook-transmission-id": webhook.transmissionId,
      "tosspayments-webhook-transmission-retried-count": String(webhook.attempts),
    };
    if (webhook.signed) {
      headers["tosspayments-webhook-signature"] = signWebhook(
        options.securityKey,
        webhook.body,
        transmissionTime,
      );
    }
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers,
        body: webhook.body,
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(answerTimeoutMs), closing.signal]),
      });
      await answer.body?.cancel();
      return answer.status === 200 ? undefined : `answered ${answer.status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function claim(): Promise<StoredWebhook[]> {
    const { rows } = await pool.query<StoredWebhook>(
      `update standin_toss.webhooks set claimed_until = clock_timestamp() + $1 * interval '1 second'
       where id in (
         select id from standin_toss.webhooks
         where due_at <= clock_timestamp() and (claimed_until is null or claimed_until < clock_timestamp())
         order by due_at, id limit $2 for update skip locked)
       returning ${columns}`,
      [claimSeconds, claimSize],
    );
    return rows.toSorted((a, b) => a.id - b.id);
  }

  async function deliver(webhook: StoredWebhook): Promise<void> {
    const failure = await send(webhook);
    // Cut off by our own shutdown: the claim runs out and another process, or the next start, sends it.
    if (closing.signal.aborted && failure !== undefined) return;
    const delay = retryDelaysSeconds[webhook.attempts];
    await pool.query(
      `update standin_toss.webhooks set attempts = attempts + 1, claimed_until = null, last_failure = $2,
         delivered_at = case when $2::text is null then clock_timestamp() end,
         due_at = case when $2::text is null then null else clock_timestamp() + $3 * interval '1 second' end
       where id = $1`,
      [webhook.id, failure ?? null, delay ?? null],
    );
  }

  async function pump(): Promise<void> {
    do {
      again = false;
      await options.beforePoll();
      for (let batch = await claim(); batch.length > 0; batch = await claim()) {
        await Promise.all(batch.map(deliver));
        if (closing.signal.aborted) return;
      }
    } while (isWanted() && !closing.signal.aborted);
  }

  function kick(): void {
    if (closing.signal.aborted) return;
    again = true;
    running ??= pump()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log(`stand-in webhooks: ${String(error)}`);
      })
      .finally(() => {
        running = undefined;
        // A kick that came while the last round was ending would otherwise wait for the poll.
        if (isWanted()) kick();
      });
  }

  const timer = setInterval(kick, pollMs);
  timer.unref();
  kick();

  return {
    kick,
    async redeliver({ repeat, reorder }) {
      const { rows } = await pool.query<StoredWebhook>(
        `select ${columns} from standin_toss.webhooks order by id desc limit $1`,
        [redeliverCount],
      );
      const newestLast = rows.toReversed();
      let tried = 0;
      for (let round = 0; round < repeat; round += 1) {
        const order = reorder ? rows : newestLast;
        for (const webhook of order) {
          if (closing.signal.aborted) return tried;
          const failure = await send({ ...webhook, attempts: webhook.attempts + round });
          if (failure !== undefined) log(`stand-in webhook ${webhook.transmissionId}: ${failure}`);
          tried += 1;
        }
      }
      return tried;
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await running;
    },
  };
}
