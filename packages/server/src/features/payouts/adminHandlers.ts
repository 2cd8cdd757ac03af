import type { adminSettlements } from "@knowhow/shared";
import { requireFreshPassword } from "../../http/freshPassword.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { listAdminSettlements, readAdminSettlement } from "../settlements/adminQueries.ts";
import { closeClawback } from "./closeClawback.ts";
import { decideSettlement } from "../settlements/decide.ts";

/** Answers administrators' calls about payouts. */
export const createAdminSettlementHandlers = (deps: Deps): Handlers<typeof adminSettlements> => ({
  async list({ query: { status, clawback, q, cursor, limit }, ctx }) {
    const from = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      listAdminSettlements(deps, { status, clawback, q, cursor: from, limit: limit + 1 }),
    );
    return { settlements: cutPage(ctx, rows, limit, ({ createdAt, id }) => [createdAt, id]) };
  },
  async decide({ params: { id }, body, viewer, ctx, transaction, fail }) {
    await requireFreshPassword(ctx);
    await transaction((trx) => decideSettlement(trx, { id, adminId: viewer.id, form: body }));
    return { settlement: (await readAdminSettlement(deps, id)) ?? fail("NOT_FOUND") };
  },
  async closeClawback({ params: { id }, body, viewer, ctx, transaction, fail }) {
    await requireFreshPassword(ctx);
    await transaction((trx) => closeClawback(deps, trx, { id, adminId: viewer.id, form: body }));
    return { settlement: (await readAdminSettlement(deps, id)) ?? fail("NOT_FOUND") };
  },
});
