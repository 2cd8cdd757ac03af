import type { Deps } from "../src/deps.ts";
import { amountsOf, type Purchase } from "@knowhow/shared";
import type { Answer, TestClient } from "./client.ts";
import { TestClient as Client } from "./client.ts";
import type { TestContent } from "./factories.ts";

/** An order as its creation answers it. */
export interface CreatedOrder {
  id: string;
  orderNumber: string;
  amount: number;
}

/** The browser's request for this content at the price that it shows. */
export const orderBody = (content: Pick<TestContent, "id" | "price">) => {
  const { price, buyerFee, totalAmount } = amountsOf(content.price);
  return { contentId: content.id, originalPrice: price, platformFee: buyerFee, totalAmount };
};

/** Creates an order for a content, as the checkout does. */
export const createOrder = async (
  client: TestClient,
  content: Pick<TestContent, "id" | "price">,
): Promise<CreatedOrder> => {
  const answer = await client.post("/api/orders", orderBody(content));
  if (answer.status !== 201)
    throw new Error(`order not created: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body["order"] as unknown as CreatedOrder; // The contract's answer was checked by the server.
};

/** An easy-pay service in its own window: paid from its balance or a registered card, with or without its points. */
export interface EasyPayChoice {
  easyPay: "TOSSPAY" | "NAVERPAY" | "KAKAOPAY";
  source?: "balance" | "card";
  hasPoints?: boolean;
}

/** Goes through the payment window, by default with a card, and returns what the success page receives. */
export const authorise = async (
  base: string,
  { orderNumber, amount }: Pick<CreatedOrder, "orderNumber" | "amount">,
  means: "approve" | "easy-pay" | EasyPayChoice = "approve",
): Promise<{ paymentKey: string; orderId: string; amount: number }> => {
  const visitor = new Client(base);
  const own = typeof means === "string" ? undefined : means;
  const form = new URLSearchParams({
    outcome: typeof means === "string" ? means : "approve",
    ...(own?.source ? { source: own.source } : {}),
    ...(own?.hasPoints ? { points: "1" } : {}),
  });
  const session = await visitor.post("/standin/toss/sessions", {
    orderId: orderNumber,
    amount,
    orderName: "콘텐츠",
    successUrl: `${base}/payment-success`,
    failUrl: `${base}/payment-fail`,
    ...(own ? { easyPay: own.easyPay } : {}),
  });
  if (session.status !== 201)
    throw new Error(`window not opened: ${session.status} ${session.bytes.toString()}`);
  const answer = await visitor.request(
    "POST",
    `/standin/toss/pay/${String(session.body["sessionId"])}`,
    undefined,
    {
      raw: form.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
  );
  const location = new URL(answer.headers.get("location") ?? "", base);
  return {
    paymentKey: location.searchParams.get("paymentKey") ?? "",
    orderId: location.searchParams.get("orderId") ?? "",
    amount: Number(location.searchParams.get("amount")),
  };
};

/** Confirms an authorised payment, as the success page does. */
export const confirm = (
  client: TestClient,
  payment: { paymentKey: string; orderId: string; amount: number },
): Promise<Answer> => client.post("/api/payments/confirm", payment);

/** The whole way from the checkout to the receipt. */
export const buy = async (base: string, client: TestClient, content: TestContent): Promise<Purchase> => {
  const order = await createOrder(client, content);
  if (order.amount === 0) {
    const answer = await client.post("/api/orders/complete-free", { orderNumber: order.orderNumber });
    return answer.body as unknown as Purchase; // See createOrder.
  }
  const answer = await confirm(client, await authorise(base, order));
  if (answer.status !== 200) throw new Error(`not paid: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as unknown as Purchase; // See createOrder.
};

/** Tells the stand-in how its next REST call ends. */
export const control = async (base: string, path: string, body: unknown): Promise<void> => {
  const answer = await new Client(base).post(`/standin/toss/control/${path}`, body);
  if (answer.status >= 300) throw new Error(`control refused: ${answer.status}`);
};

/** The stand-in's own account of what happened to an order. */
export const chargeLog = async (base: string, orderNumber: string): Promise<string[]> => {
  const answer = await new Client(base).get(`/standin/toss/control/log?orderId=${orderNumber}`);
  return (answer.body as unknown as { event: string }[]).map(({ event }) => event); // The stand-in's documented shape.
};

interface OrderRow {
  status: string;
  attempts: number;
  failure_code: string | null;
  toss_payment_key: string | null;
  /** Seconds until the reconciler looks again. */
  next_in: number | null;
}

/** What the reconciler sees of an order. */
export const orderRowOf = async (pool: Deps["pool"], { id }: CreatedOrder): Promise<OrderRow | undefined> => {
  const { rows } = await pool.query<OrderRow>(
    `select status, attempts, failure_code, toss_payment_key,
            extract(epoch from next_check_at - app_now())::float8 as next_in from orders where id = $1`,
    [id],
  );
  return rows[0];
};

/** What moved money of an order at the provider, in order. */
export const chargesDoneOf = async (url: string, { orderNumber }: CreatedOrder): Promise<string[]> => {
  const events = await chargeLog(url, orderNumber);
  return events.filter((event) => ["DONE", "CANCELED"].includes(event));
};

/** The kinds of alerts about an order. */
export const orderAlertsOf = async (pool: Deps["pool"], { orderNumber }: CreatedOrder): Promise<string[]> => {
  const { rows } = await pool.query<{ kind: string }>(
    "select kind from alerts where subject = $1 order by kind",
    [orderNumber],
  );
  return rows.map(({ kind }) => kind);
};
