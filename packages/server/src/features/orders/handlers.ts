import type { orders } from "@knowhow/shared";
import { UniqueViolationError } from "objection";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { addressKey } from "../../http/address.ts";
import { cutPage, withCursor } from "../../http/paging.ts";
import { originOf } from "../../http/state.ts";
import { completeFreeOrder } from "./complete.ts";
import { confirmPayment } from "./confirm.ts";
import { createOrder } from "./create.ts";
import { presentReceipt } from "./presenter.ts";
import { findOwnOrder, listReceipts, purchaseOf } from "./queries.ts";
import { readRefundView, readRefundViews } from "./refundFacts.ts";
import { receiveEvent } from "./webhook.ts";

/** Answers the calls about orders and payments. */
export const createOrderHandlers = (deps: Deps): Handlers<typeof orders> => ({
  create: ({ body, viewer, ctx, db }) =>
    createOrder(deps, db, {
      buyerId: viewer.id,
      form: body,
      origin: originOf(ctx, deps.config.publicUrl),
    }),
  async list({ query, viewer, ctx }) {
    const rows = await withCursor(() => listReceipts(viewer.id, query));
    const page = cutPage(ctx, rows, query.limit, (order) => [order.createdAt.toISOString(), order.id]);
    const views = await readRefundViews(
      deps.knex,
      page.map(({ id }) => id),
    );
    return page.flatMap((order) => {
      const view = views.get(order.id);
      return view ? [presentReceipt(order, view)] : [];
    });
  },
  async get({ params, viewer }) {
    const order = await findOwnOrder(viewer.id, params.orderNumber);
    return presentReceipt(order, await readRefundView(deps.knex, order.id));
  },
  async completeFree({ body, viewer, fail, transaction }) {
    const order = await findOwnOrder(viewer.id, body.orderNumber);
    try {
      await transaction((trx) => completeFreeOrder(deps, trx, order.id));
    } catch (error) {
      if (error instanceof UniqueViolationError && error.constraint === "orders_one_purchase")
        return fail("ALREADY_PURCHASED");
      throw error;
    }
    return purchaseOf(order);
  },
  confirm: ({ body, viewer }) => confirmPayment(deps, viewer.id, body),
  async webhook({ body, ctx }) {
    await receiveEvent(deps, body, {
      transmissionId: ctx.get("tosspayments-webhook-transmission-id"),
      address: addressKey(ctx.ip),
    });
    return {};
  },
});
