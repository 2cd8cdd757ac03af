import type { comments } from "@knowhow/shared";
import { accessContent } from "../contents/access.ts";
import { Content } from "../contents/Content.ts";
import type { Deps } from "../../deps.ts";
import { emit, type News } from "../../events/emit.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { moderateComment } from "./moderate.ts";
import { ContentComment } from "./ContentComment.ts";
import { findComment, findComments } from "./queries.ts";

const commentNews = ({ id, contentId, userId }: ContentComment, sellerId: string): News => ({
  to: [sellerId, userId],
  name: "comment",
  data: { contentId, id },
});

/** Answers the comments of contents. */
export const createCommentHandlers = (deps: Deps): Handlers<typeof comments> => ({
  list: async ({ ctx, params, query: { limit, cursor }, viewer }) => {
    const { id } = await accessContent(deps, params.id, viewer);
    const from = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      findComments(deps, { contentId: id, viewer, cursor: from, limit: limit + 1 }),
    );
    return cutPage(ctx, rows, limit, (row) => [row.createdAt, row.id]);
  },

  create: async ({ params, viewer, body, transaction, fail }) => {
    const access = await accessContent(deps, params.id, viewer);
    // A seller has not bought their own content, and answers buyers in the chat.
    if (!access.hasPurchased) {
      return fail("PURCHASE_REQUIRED", { message: "콘텐츠를 구매 후 댓글을 작성할 수 있습니다." });
    }
    const saved = await transaction(async (trx) => {
      const inserted = await ContentComment.query(trx)
        .insert({ contentId: access.id, userId: viewer.id, comment: body.comment })
        .returning("*");
      await emit(trx, [commentNews(inserted, access.sellerId)]);
      return inserted;
    });
    return {
      id: saved.id,
      userId: saved.userId,
      user: { nickname: viewer.nickname },
      comment: saved.comment,
      createdAt: saved.createdAt.toISOString(),
      state: "listed" as const,
      hiddenReason: null,
    };
  },

  moderate: async ({ params: { id }, viewer, body, transaction, fail }) => {
    await transaction((trx) => moderateComment(trx, deps, { id, adminId: viewer.id, ...body }));
    return { comment: (await findComment(deps, id)) ?? fail("NOT_FOUND") };
  },

  remove: async ({ params, viewer, transaction, fail }) => {
    const found = await ContentComment.query().findById(params.id);
    if (!found) return fail("NOT_FOUND");
    if (found.userId !== viewer.id) return fail("NOT_OWNER");
    await transaction(async (trx) => {
      const content = await Content.query(trx)
        .findById(found.contentId)
        .select("seller_id")
        .throwIfNotFound();
      await found.$query(trx).delete();
      await emit(trx, [commentNews(found, content.sellerId)]);
    });
    return { ok: true };
  },
});
