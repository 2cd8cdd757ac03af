import type { drafts } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { Draft } from "./Draft.ts";
import { presentDraft } from "./presenter.ts";
import { saveDraft } from "./save.ts";

/** Answers the calls about drafts. */
export const createDraftHandlers = ({ knex }: Deps): Handlers<typeof drafts> => {
  const own = (ownerId: string) => Draft.query(knex).where({ owner_id: ownerId });
  return {
    list: async ({ ctx, viewer, query: { limit, cursor } }) => {
      const from = readCursor(cursor, 2);
      const rows = await withCursor(async () => {
        const query = own(viewer.id)
          .orderBy([
            { column: "updated_at", order: "desc" },
            { column: "id", order: "desc" },
          ])
          .limit(limit + 1);
        return from ? query.whereRaw("(updated_at, id) < (?::timestamptz, ?::uuid)", from) : query;
      });
      const page = cutPage(ctx, rows, limit, ({ updatedAt, id }) => [updatedAt.toISOString(), id]);
      return page.map(presentDraft);
    },

    get: async ({ viewer, params, fail }) => {
      const draft = await own(viewer.id).findById(params.id);
      return draft ? presentDraft(draft) : fail("NOT_FOUND");
    },

    save: async ({ viewer, params, body, transaction }) =>
      presentDraft(
        await transaction((trx) =>
          saveDraft(trx, { id: params.id.toLowerCase(), ownerId: viewer.id, form: body }),
        ),
      ),

    remove: async ({ viewer, params: { id }, query: { version }, fail }) => {
      const removed = await own(viewer.id)
        .where(version === undefined ? { id } : { id, version })
        .delete();
      const left = removed > 0 ? undefined : await Draft.query(knex).findById(id);
      if (left) return fail(left.ownerId === viewer.id ? "EDIT_CONFLICT" : "NOT_FOUND");
      return { ok: true };
    },
  };
};
