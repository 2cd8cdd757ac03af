import type { TestApp } from "./app.ts";
import type { Answer, TestClient } from "./client.ts";
import { createContent, createSeller, createUser, type TestContent, type TestUser } from "./factories.ts";
import { buy } from "./payments.ts";

/** A purchase with its people, as tests of refunds need them. */
export interface TestSale {
  buyer: TestUser;
  client: TestClient;
  seller: TestUser;
  content: TestContent;
  orderNumber: string;
}

/** A purchase of a seller's external link, for 10,500 won unless another price is given. */
export const makeSale = async (
  app: TestApp,
  given: { buyer?: TestUser; seller?: TestUser; price?: number } = {},
): Promise<TestSale> => {
  const seller = given.seller ?? (await createSeller(app.deps));
  const buyer = given.buyer ?? (await createUser(app.deps));
  const content = await createContent(app.deps, seller.id, { price: given.price ?? 10_000 });
  const client = await app.as(buyer);
  const { orderNumber } = await buy(app.url, client, content);
  return { buyer, client, seller, content, orderNumber };
};

/** Asks for the money back, as the receipt does. */
export const askBack = (
  { client, orderNumber }: Pick<TestSale, "client" | "orderNumber">,
  reason = "잘못 샀어요",
  options?: Parameters<TestClient["post"]>[2],
): Promise<Answer> => client.post(`/api/orders/${orderNumber}/refund-request`, { reason }, options);

/** Follows the content's link, which counts as delivered. */
export const openLink = ({ client, content }: Pick<TestSale, "client" | "content">): Promise<Answer> =>
  client.get(`/api/download/${content.id}/0`);

/** The order, its refund, settlement, room and counter as the database has them. */
export interface SaleState {
  status: string;
  settlement: string | null;
  held_reason: string | null;
  room: string;
  purchases: number;
  refunds: number;
  deliveries: number;
}

export const saleState = async (
  { deps }: Pick<TestApp, "deps">,
  { orderNumber }: Pick<TestSale, "orderNumber">,
): Promise<SaleState | undefined> => {
  const { rows } = await deps.pool.query<SaleState>(
    `select o.status, s.status as settlement, s.held_reason, r.status as room, c.purchases_count as purchases,
            (select count(*)::int from refunds f where f.order_id = o.id) as refunds,
            (select count(*)::int from deliveries d where d.order_id = o.id) as deliveries
     from orders o join contents c on c.id = o.content_id join chat_rooms r on r.order_id = o.id
     left join settlements s on s.order_id = o.id where o.order_number = $1`,
    [orderNumber],
  );
  return rows[0];
};

/** The state of a purchase without a refund. */
export const untouched = {
  status: "paid",
  settlement: "pending",
  room: "active",
  purchases: 1,
  refunds: 0,
} as const satisfies Partial<SaleState>;

/** The service's messages to a person about refunds, oldest first. */
export const refundMessages = async (
  { deps }: Pick<TestApp, "deps">,
  { id }: TestUser,
): Promise<string[]> => {
  const { rows } = await deps.pool.query<{ message: string }>(
    `select m.message from admin_chat_messages m join admin_chat_rooms r on r.id = m.chat_room_id
     where r.user_id = $1 and r.type = 'refund_notice' order by m.id`,
    [id],
  );
  return rows.map(({ message }) => message);
};
