import type { alerts } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { countOpen, listAlerts, readAlert } from "./queries.ts";

/** Answers the calls about alerts. */
export const createAlertHandlers = (deps: Deps): Handlers<typeof alerts> => ({
  async list({ query: { status, cursor, limit }, ctx }) {
    const from = readCursor(cursor, 2);
    const [rows, open] = await Promise.all([
      withCursor(() => listAlerts(deps, { status, cursor: from, limit: limit + 1 })),
      countOpen(deps),
    ]);
    return { alerts: cutPage(ctx, rows, limit, (alert) => [alert.createdAt, alert.id]), counts: { open } };
  },
  resolve: ({ params: { id }, body: { note }, viewer, transaction, fail }) =>
    transaction(async (trx) => {
      const changed = await trx("alerts")
        .where({ id })
        .whereNull("resolved_at")
        .update({ resolved_at: trx.raw("app_now()"), note, resolved_by: viewer.id });
      const alert = (await readAlert(trx, id)) ?? fail("NOT_FOUND");
      return changed > 0 ? { alert } : fail("ALREADY_RESOLVED", { extra: { alert } });
    }),
});
