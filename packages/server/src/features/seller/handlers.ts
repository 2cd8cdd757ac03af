import type { seller } from "@knowhow/shared";
import contentDisposition from "content-disposition";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { readerFor } from "../../http/writePosition.ts";
import { readBalance } from "./balance.ts";
import { exportSettlements } from "./export.ts";
import { listSales, salesCursor, salesCursorLength } from "./sales.ts";
import { readStatement } from "./statement.ts";

/** Answers the calls about a seller's income. */
export const createSellerHandlers = (deps: Deps): Handlers<typeof seller> => ({
  async listSales({ query: { by, limit, cursor, from, to }, viewer, ctx }) {
    const place = readCursor(cursor, salesCursorLength(by));
    const rows = await withCursor(() =>
      listSales(readerFor(deps, ctx), { sellerId: viewer.id, by, cursor: place, limit: limit + 1, from, to }),
    );
    return cutPage(ctx, rows, limit, salesCursor);
  },
  getBalance: ({ viewer }) => readBalance(deps, viewer.id),
  getStatement: ({ query: { month }, viewer }) => readStatement(deps, viewer.id, month),
  exportSettlements({ query: { from, to }, viewer, ctx }) {
    const name = ["정산 내역", from, to && `~ ${to}`].filter(Boolean).join(" ");
    ctx.type = "text/csv; charset=utf-8";
    ctx.set({
      "Content-Disposition": contentDisposition(`${name}.csv`, { fallback: "settlements.csv" }),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    });
    ctx.body = exportSettlements(deps, viewer.id, { from, to });
    return Promise.resolve();
  },
});
