import type { wishes } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { presentContent } from "../contents/presenter.ts";
import { findFlags } from "../contents/queries.ts";
import { addWish, countWishNews, findWishes, markWishesSeen, removeWish } from "./queries.ts";

/** Answers calls about wishes. */
export const createWishHandlers = (deps: Deps): Handlers<typeof wishes> => ({
  add: async ({ params: { id }, viewer, fail }) =>
    (await addWish(deps, { userId: viewer.id, contentId: id })) ? { isWished: true } : fail("NOT_FOUND"),

  remove: async ({ params: { id }, viewer, fail }) =>
    (await removeWish(deps, { userId: viewer.id, contentId: id })) ? { isWished: false } : fail("NOT_FOUND"),

  list: async ({ ctx, viewer, query: { limit, cursor } }) => {
    const from = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      findWishes(deps, { userId: viewer.id, cursor: from, limit: limit + 1 }),
    );
    const page = cutPage(ctx, rows, limit, ({ content, wished_at }) => [wished_at, content.id]);
    const flagsOf = await findFlags(
      deps.pool,
      viewer.id,
      page.map(({ content }) => content.id),
    );
    return page.map(({ content, price_before, new_version }) => ({
      ...presentContent(content, viewer, flagsOf(content.id)),
      priceBefore: price_before,
      newVersion: new_version,
    }));
  },

  news: async ({ viewer }) => ({ count: await countWishNews(deps, viewer.id) }),

  seen: async ({ viewer, body: { shown } }) => {
    await markWishesSeen(deps, viewer.id, shown);
    return { ok: true };
  },
});
