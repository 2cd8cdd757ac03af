import { runAlone } from "../src/database/runAlone.ts";
import type { TestApp } from "./app.ts";
import type { Answer, TestClient } from "./client.ts";
import type { TestUser } from "./factories.ts";
import { control } from "./payments.ts";
import { cancelAtProvider, muteWebhooks } from "./providerSide.ts";

type Act = (n: number, m: number) => Promise<unknown>;

/** What a market lends to its deeds. */
export interface MarketHands {
  app: Pick<TestApp, "deps" | "url">;
  admins: readonly TestUser[];
  /** Sends a call as this person, at one of the processes. */
  as: (
    user: Pick<TestUser, "id">,
    m: number,
    send: (client: TestClient) => Promise<Answer>,
    allowed: readonly number[],
  ) => Promise<Answer | undefined>;
  /** One row of a query that names an id, chosen by a number. */
  pick: <T extends { id: string }>(sql: string, n: number) => Promise<T | undefined>;
  /** In SQL, for `o` of orders: whether it is one of this market. */
  isInMarketSql: () => string;
}

interface Sale {
  id: string;
  orderNumber: string;
  buyerId: string;
  contentId: string;
  paymentKey: string;
  settlementId: string;
  /** The won that were not given back yet. */
  left: number;
}

const wons = [undefined, undefined, 500, 1_000];

/** What people, administrators and others at the provider do about the money of a sale; `n` chooses which. */
export const moneyDeeds = ({ app, admins, as, pick, isInMarketSql }: MarketHands) => {
  const sale = (where: string, n: number) =>
    pick<Sale>(
      `select o.id, o.order_number as "orderNumber", o.buyer_id as "buyerId", o.content_id as "contentId",
              o.toss_payment_key as "paymentKey", s.id as "settlementId",
              o.amount - o.part_cancelled as left
       from orders o join settlements s on s.order_id = o.id where ${isInMarketSql()} and ${where}`,
      n,
    );
  const admin = (m: number): TestUser => {
    const found = admins[m % admins.length];
    if (!found) throw new Error("nobody decides");
    return found;
  };
  /** Now and then two administrators decide the same at once. */
  const decide = (m: number, send: (client: TestClient, which: number) => Promise<Answer>) =>
    Promise.all(
      (m % 4 === 0 ? [m, m + 1] : [m]).map((which) =>
        as(admin(which), which, (client) => send(client, which), [200, 201, 409]),
      ),
    );
  const request = (orderNumber: string) => `/api/orders/${orderNumber}/refund-request`;
  const settle = (m: number, id: string, status: "held" | "pending", scope: "seller" | "settlement") =>
    decide(m, (client) => client.put(`/api/admin/settlements/${id}`, { status, scope, reason: "확인" }));

  return {
    async "open goods"(n, m) {
      const found = await sale("true", n);
      if (!found) return;
      const { buyerId: id, contentId } = found;
      await as({ id }, m, (client) => client.get(`/api/download/${contentId}/0`), [302, 403, 404]);
    },
    async "ask back"(n, m) {
      const found = await sale("o.status = 'paid'", n);
      if (!found) return;
      const { buyerId: id, orderNumber } = found;
      const body = { reason: "마음이 바뀌었어요" };
      const places = Array.from({ length: 1 + (n % 2) }, (_, copy) => m + copy);
      await Promise.all(
        places.map((place) =>
          as({ id }, place, (client) => client.post(request(orderNumber), body), [201, 403, 409]),
        ),
      );
    },
    async "take back"(n, m) {
      const found = await sale("o.status = 'refund_requested'", n);
      if (!found) return;
      const { buyerId: id, orderNumber } = found;
      await as({ id }, m, (client) => client.delete(request(orderNumber)), [200, 403, 409]);
    },
    async "decide refund"(n, m) {
      const found = await sale("o.status = 'refund_requested'", n);
      if (!found) return;
      if (m % 3 === 0) await control(app.url, "next", { code: "NOT_CANCELABLE_PAYMENT" });
      await decide(m, (client, which) =>
        client.put(`/api/admin/refunds/${found.orderNumber}`, {
          decision: which % 2 ? "approve" : "deny",
          reason: "확인",
        }),
      );
    },
    async "record transfer"(n, m) {
      const found = await sale(
        "exists (select from refunds f where f.order_id = o.id and f.refusal_code is not null)",
        n,
      );
      if (!found) return;
      await decide(m, (client) =>
        client.put(`/api/admin/refunds/${found.orderNumber}`, {
          decision: "approve",
          reason: "계좌로 이체",
          transferred: true,
          transferredAmount: found.left,
        }),
      );
    },
    async "refund late"(n, m) {
      const found = await sale("o.status = 'paid' and s.status in ('processing', 'completed')", n);
      if (!found) return;
      await decide(m, (client) =>
        client.post(`/api/admin/refunds/${found.orderNumber}`, { reason: "저작권 침해" }),
      );
    },
    async "cancel there"(n, m) {
      const found = await sale("o.status in ('paid', 'refund_requested')", n);
      if (!found) return;
      // The provider may be ill for its own console, too, or has given all of it back.
      const cancel = () =>
        cancelAtProvider(app, found.paymentKey, wons[m % wons.length]).catch(() => undefined);
      const mute = () => runAlone(app.deps.directPool, "mute", () => muteWebhooks(app, cancel));
      // Of half no notice comes, but of two of those at once it does of one.
      if (m % 2 === 0 || !(await mute())) await cancel();
    },
    async hold(n, m) {
      const found = await sale("s.status in ('pending', 'held', 'processing')", n);
      if (found) await settle(m, found.settlementId, "held", m % 5 === 0 ? "seller" : "settlement");
    },
    async "let go"(n, m) {
      const found = await sale("s.status = 'held'", n);
      if (found) await settle(m, found.settlementId, "pending", m % 3 === 0 ? "seller" : "settlement");
    },
  } satisfies Record<string, Act>;
};
