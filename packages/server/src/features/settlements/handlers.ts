import type { settlements } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { listSettlements } from "./queries.ts";

/** Answers the calls about settlements. */
export const createSettlementHandlers = (deps: Deps): Handlers<typeof settlements> => ({
  async list({ query: { limit, cursor, from, to }, viewer, ctx }) {
    const place = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      listSettlements(deps, { sellerId: viewer.id, cursor: place, limit: limit + 1, from, to }),
    );
    return cutPage(ctx, rows, limit, ({ at, id }) => [at, id]).map(({ settlement }) => settlement);
  },
});
