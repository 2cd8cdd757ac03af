import type { TestApp } from "./app.ts";
import { TestClient } from "./client.ts";
import { control } from "./payments.ts";

/** Headers of the provider's own door, for acts outside of the product. */
const headersOf = (app: Pick<TestApp, "deps">): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${app.deps.config.toss.secretKey}:`).toString("base64")}`,
});

/** Cancels a payment in the provider's console: all that is left, or so many won of it. */
export const cancelAtProvider = async (
  app: Pick<TestApp, "deps" | "url">,
  paymentKey: string,
  cancelAmount?: number,
): Promise<void> => {
  const answer = await new TestClient(app.url).post(
    `/standin/toss/v1/payments/${paymentKey}/cancel`,
    { cancelReason: "상점 관리자", ...(cancelAmount === undefined ? {} : { cancelAmount }) },
    { headers: headersOf(app) },
  );
  if (answer.status !== 200)
    throw new Error(`not cancelled: ${answer.status} ${JSON.stringify(answer.body)}`);
};

/** Does something of which the provider's notices never arrive. */
export const muteWebhooks = async (
  { deps }: Pick<TestApp, "deps">,
  work: () => Promise<void>,
): Promise<void> => {
  // Before a notice is written: the stand-in may send it at once.
  await deps.pool.query(`
    create function mute_webhook() returns trigger language plpgsql as $$ begin new.due_at := null; return new; end $$;
    create trigger mute_webhooks before insert on standin_toss.webhooks for each row execute function mute_webhook()`);
  try {
    await work();
  } finally {
    await deps.pool.query(
      "drop trigger mute_webhooks on standin_toss.webhooks; drop function mute_webhook()",
    );
  }
};

/** Does something while every request for a payout ends like this, after the provider's word on its payment. */
export const failingPayouts = async (
  app: Pick<TestApp, "deps" | "url">,
  next: object,
  work: () => Promise<void>,
): Promise<void> => {
  const { toss } = app.deps;
  app.deps.toss = {
    ...toss,
    async paymentByKey(key) {
      const answer = await toss.paymentByKey(key);
      await control(app.url, "next", next);
      return answer;
    },
  };
  try {
    await work();
  } finally {
    app.deps.toss = toss;
  }
};
