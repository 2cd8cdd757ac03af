import type { refunds } from "@knowhow/shared";
import { requireFreshPassword } from "../../http/freshPassword.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { decideRefund, refundOrder } from "./decide.ts";
import { countRefunds, listRefunds, readOrderRefund } from "./queries.ts";
import { requestRefund, withdrawRequest } from "./request.ts";

/** Answers the calls about refunds. */
export const createRefundHandlers = (deps: Deps): Handlers<typeof refunds> => ({
  request: ({ params: { orderNumber }, body: { reason }, viewer, transaction }) =>
    transaction(async (trx) => ({
      order: await requestRefund(deps, trx, { buyerId: viewer.id, orderNumber, reason }),
    })),
  withdraw: ({ params: { orderNumber }, viewer, transaction }) =>
    transaction(async (trx) => ({
      order: await withdrawRequest(deps, trx, { buyerId: viewer.id, orderNumber }),
    })),
  async list({ ctx, query: { status, limit, cursor } }) {
    const from = readCursor(cursor, 3);
    const rows = await withCursor(() => listRefunds(deps, { status, cursor: from, limit: limit + 1 }));
    const page = cutPage(ctx, rows, limit, ({ sortRank, sortKey, id }) => [sortRank, sortKey, id]);
    return { refunds: page.map(({ refund }) => refund), counts: await countRefunds(deps) };
  },
  get: async ({ params: { orderNumber }, fail }) => ({
    refund: (await readOrderRefund(deps, orderNumber)) ?? fail("NOT_FOUND"),
  }),
  async decide({ ctx, params: { orderNumber }, body, viewer, transaction }) {
    await requireFreshPassword(ctx);
    return transaction(async (trx) => ({
      order: await decideRefund(deps, trx, { adminId: viewer.id, orderNumber, ...body }),
    }));
  },
  async create({ ctx, params: { orderNumber }, body: { reason }, viewer, transaction }) {
    await requireFreshPassword(ctx);
    return transaction(async (trx) => ({
      order: await refundOrder(deps, trx, { adminId: viewer.id, orderNumber, reason }),
    }));
  },
});
