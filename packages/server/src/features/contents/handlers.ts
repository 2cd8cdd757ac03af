import { categoryCodes, isPublicContent, pageSize, type Content, type contents } from "@knowhow/shared";
import type { Context } from "koa";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { isPeek } from "../../http/peek.ts";
import { findPurchase, readRefundViews } from "../orders/refundFacts.ts";
import { stateOf } from "../../http/state.ts";
import { readerFor } from "../../http/writePosition.ts";
import { accessContent } from "./access.ts";
import { moderateContent } from "./moderate.ts";
import { canDownload, canRead, type ContentViewer } from "./policy.ts";
import {
  noFlags,
  presentBought,
  presentContent,
  presentOwnContent,
  type StoredContent,
  type ViewerFlags,
} from "./presenter.ts";
import {
  findBought,
  findFlags,
  findSellerContents,
  findNewest,
  findOne,
  findPopular,
  findStatistics,
  popularCount,
  readStored,
} from "./queries.ts";
import { readContent } from "./readContent.ts";
import { createContent, removeContent, updateContent } from "./save.ts";
import { setSaleState } from "./saleState.ts";
import { findVersions, markVersionSeen } from "./versions.ts";
import { createViewCounter } from "./views.ts";
import { createVisitorAnswers, createVisitorPages } from "./visitors.ts";

interface Page {
  limit: number;
  cursor?: string | undefined;
}

const timeCursor = ({ uploadTime, id }: StoredContent): string[] => [uploadTime, id];

const shownToVisitors = (stored: StoredContent): Content => presentContent(stored, undefined, noFlags);

/** Answers browsing and selling. */
export const createContentHandlers = (deps: Deps): Handlers<typeof contents> => {
  const views = createViewCounter(deps);
  const forVisitors = createVisitorAnswers(deps);
  const visitorPage = createVisitorPages(deps);

  /** The viewer's flags for these contents: read with the session, else queried. */
  const flagsFor = (ctx: Context, viewer: ContentViewer | undefined, ids: readonly string[]) => {
    const { flags } = stateOf(ctx);
    if (!viewer || !flags || !ids.every((id) => flags.has(id))) return findFlags(deps.pool, viewer?.id, ids);
    return (id: string): ViewerFlags => flags.get(id) ?? noFlags;
  };

  const present = async (
    ctx: Context,
    viewer: ContentViewer | undefined,
    found: StoredContent[],
  ): Promise<Content[]> => {
    const ids = found.map(({ id }) => id);
    const flagsOf = await flagsFor(ctx, viewer, ids);
    return found.map((content) => presentContent(content, viewer, flagsOf(content.id)));
  };

  /** The next member's request for the same within the second takes a single query. */
  const noteShown = (ctx: Context, from: { key: string; value: object }, shown: StoredContent[]): void => {
    if (deps.microCache.shown(ctx.url)) return;
    deps.microCache.noteShown(
      ctx.url,
      from,
      shown.map(({ id }) => id),
    );
  };

  /**
   * A list whose first page everyone requests: its rows and the visitors' answers are shared for a second. `find` reads
   * the same rows for any limit, so that different limits do not fill the memory.
   */
  const shared = async (
    ctx: Context,
    viewer: ContentViewer | undefined,
    key: string,
    find: () => Promise<StoredContent[]>,
    limit: number,
  ): Promise<Content[]> => {
    const rows = await deps.microCache.get(key, find);
    if (viewer) {
      const page = cutPage(ctx, rows, limit, timeCursor);
      noteShown(ctx, { key, value: rows }, page);
      return present(ctx, viewer, page);
    }
    return visitorPage(
      ctx,
      { key, value: rows, rows },
      { limit, cursorOf: timeCursor, make: (page) => page.map(shownToVisitors) },
    );
  };

  const newest = async (
    ctx: Context,
    viewer: ContentViewer | undefined,
    { limit, cursor }: Page,
    only: { category?: string },
  ): Promise<Content[]> => {
    const from = readCursor(cursor, 2);
    const find = (count = limit) =>
      findNewest(readerFor(deps, ctx), { cursor: from, limit: count + 1, ...only });
    if (!from && limit <= pageSize.default)
      return shared(ctx, viewer, `newest ${only.category ?? ""}`, () => find(pageSize.default), limit);
    return present(ctx, viewer, cutPage(ctx, await withCursor(() => find()), limit, timeCursor));
  };

  return {
    list: ({ ctx, viewer, query }) => newest(ctx, viewer, query, {}),

    popular: ({ ctx, viewer }) =>
      shared(ctx, viewer, "popular", () => findPopular(readerFor(deps, ctx)), popularCount),

    category: async ({ ctx, viewer, query, params: { category }, fail }) => {
      if (category === "all") return newest(ctx, viewer, query, {});
      if (!categoryCodes.some((code) => code === category)) return fail("NOT_FOUND");
      return newest(ctx, viewer, query, { category });
    },

    get: async ({ ctx, viewer, params: { id }, query: { peek }, fail }) => {
      const [stored, flagsOf] = await Promise.all([readContent(deps, ctx, id), flagsFor(ctx, viewer, [id])]);
      if (!stored) return fail("NOT_FOUND");
      if (viewer) noteShown(ctx, { key: `content ${id}`, value: stored }, [stored]);
      const flags = flagsOf(stored.id);
      const isOwner = stored.sellerId === viewer?.id;
      const visibility = {
        ...flags,
        isPublic: isPublicContent(stored),
        isOwner,
        isAdmin: viewer?.isAdmin ?? false,
      };
      if (!canRead(visibility, { isHidden: stored.state === "hidden" })) return fail("NOT_FOUND");
      // A sanctioned session reads as a visitor, but its own contents' views still do not count.
      const isCounted = stored.sellerId !== stateOf(ctx).viewer?.id && !isPeek(peek);
      if (isCounted) views.count(ctx, stored.id);
      if (!viewer) {
        const count = (by: Context) => views.count(by, stored.id);
        return forVisitors(
          ctx,
          { key: `content ${id}`, value: stored },
          { make: () => shownToVisitors(stored), onGiven: isPeek(peek) ? undefined : count },
        );
      }
      const purchase = isOwner ? undefined : await findPurchase(deps, viewer.id, id);
      return presentContent(stored, viewer, flags, purchase);
    },

    create: ({ viewer, body, transaction, beforeTransaction }) =>
      transaction((trx) => createContent({ ...deps, beforeTransaction }, trx, { viewer, form: body })),

    update: async ({ ctx, viewer, body, params: { id }, transaction, beforeTransaction }) => {
      const saved = await transaction((trx) =>
        updateContent({ ...deps, beforeTransaction }, trx, {
          viewer,
          id,
          form: body,
          ifMatch: ctx.get("if-match"),
        }),
      );
      const flagsOf = await findFlags(deps.pool, viewer.id, [id]);
      return { ...saved, isWished: flagsOf(id).isWished };
    },

    versions: async ({ viewer, params: { id }, query: { peek }, fail }) => {
      const access = await accessContent(deps, id, viewer);
      if (!canDownload(access)) return fail("PURCHASE_REQUIRED");
      const versions = await findVersions(deps.pool, access, viewer);
      if (!isPeek(peek)) await markVersionSeen(deps.pool, access, viewer);
      return { versions };
    },

    remove: async ({ viewer, params: { id }, transaction }) => {
      await transaction((trx) => removeContent(trx, { viewer, id }));
      return { ok: true };
    },

    setState: async ({ viewer, body, params: { id }, transaction, fail }) => {
      await transaction((trx) => setSaleState(deps, trx, { viewer, id, ...body }));
      const flagsOf = await findFlags(deps.pool, viewer.id, [id]);
      return presentContent((await findOne(deps.pool, id)) ?? fail("NOT_FOUND"), viewer, flagsOf(id));
    },

    moderate: async ({ viewer, body, params: { id }, transaction }) => {
      const stored = await transaction(async (trx) => {
        await moderateContent(trx, deps, { id, adminId: viewer.id, ...body });
        return readStored(trx, id);
      });
      const flagsOf = await findFlags(deps.pool, viewer.id, [id]);
      return { content: presentContent(stored, viewer, flagsOf(id)) };
    },

    mine: async ({ ctx, viewer, query: { limit, cursor } }) => {
      const from = readCursor(cursor, 2);
      const rows = await withCursor(() =>
        findSellerContents(deps.pool, { sellerId: viewer.id, cursor: from, limit: limit + 1 }),
      );
      const page = cutPage(ctx, rows, limit, ({ content }) => timeCursor(content));
      const flagsOf = await findFlags(
        deps.pool,
        viewer.id,
        page.map(({ content }) => content.id),
      );
      return page.map(({ content, revenue }) =>
        presentOwnContent(content, viewer, flagsOf(content.id), revenue),
      );
    },

    bought: async ({ ctx, viewer, query: { limit, cursor } }) => {
      const from = readCursor(cursor, 2);
      const rows = await withCursor(() =>
        findBought(deps.pool, { buyerId: viewer.id, cursor: from, limit: limit + 1 }),
      );
      const page = cutPage(ctx, rows, limit, (row) => [row.paid_at, row.order_id]);
      const flagsOf = await findFlags(
        deps.pool,
        viewer.id,
        page.map(({ content }) => content.id),
      );
      const views = await readRefundViews(
        deps.knex,
        page.map(({ order_id }) => order_id),
      );
      return page.map(
        ({ content, order_id, order_number, has_paid, paid_at, room_id, read_at, has_new_version }) => {
          return presentBought(
            content,
            viewer,
            { ...flagsOf(content.id), hasPaid: has_paid },
            {
              ...(views.get(order_id) ?? { refundableUntil: null }),
              orderNumber: order_number,
              purchasedAt: paid_at,
              chatRoomId: room_id,
              lastReadAt: read_at,
              hasNewVersion: has_new_version,
            },
          );
        },
      );
    },

    statistics: ({ ctx, viewer }) => findStatistics(readerFor(deps, ctx), viewer.id),
  };
};
