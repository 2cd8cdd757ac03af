import { nfc, type synonyms } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { changeSynonyms } from "./change.ts";
import { countSynonyms, listSynonyms } from "./queries.ts";

/** Answers the calls about synonyms of the search. */
export const createSynonymHandlers = (deps: Deps): Handlers<typeof synonyms> => ({
  async list({ ctx, query: { q = "", limit, cursor } }) {
    const letters = nfc(q)
      .toLowerCase()
      .replace(/[\s\0]+/gu, "");
    const [from] = readCursor(cursor, 1) ?? [];
    const [rows, total] = await Promise.all([
      withCursor(() => listSynonyms(deps, { letters, cursor: from, limit: limit + 1 })),
      countSynonyms(deps, letters),
    ]);
    return { synonyms: cutPage(ctx, rows, limit, ({ id }) => [id]), total };
  },
  create: ({ body: { words }, viewer, transaction, fail }) =>
    transaction(async (trx) => ({
      synonym: (await changeSynonyms(trx, { adminId: viewer.id, words })) ?? fail("VALIDATION"),
    })),
  update: ({ params: { id }, body: { words, expected }, viewer, transaction, fail }) =>
    transaction(async (trx) => ({
      synonym: (await changeSynonyms(trx, { adminId: viewer.id, id, words, expected })) ?? fail("NOT_FOUND"),
    })),
  remove: ({ params: { id }, viewer, transaction }) =>
    transaction(async (trx) => {
      await changeSynonyms(trx, { adminId: viewer.id, id });
      return { ok: true } as const;
    }),
});
