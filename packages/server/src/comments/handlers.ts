import type { comments } from "@knowhow/shared";
import { accessContent } from "../contents/access.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../http/paging.ts";
import { ContentComment } from "./ContentComment.ts";
import { findComments } from "./queries.ts";

/** Answers the comments of contents. */
export const createCommentHandlers = (deps: Deps): Handlers<typeof comments> => ({
  list: async ({ ctx, params, query: { limit, cursor }, viewer }) => {
    const { id } = await accessContent(deps, params.id, viewer);
    const from = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      findComments(deps, { contentId: id, cursor: from, limit: limit + 1 }),
    );
    return cutPage(ctx, rows, limit, (row) => [row.createdAt, row.id]);
  },

  create: async ({ params, viewer, body, transaction, fail }) => {
    const access = await accessContent(deps, params.id, viewer);
    // A seller has not bought the own content, and answers buyers in the chat.
    if (!access.hasPurchased) {
      return fail("PURCHASE_REQUIRED", { message: "콘텐츠를 구매 후 댓글을 작성할 수 있습니다." });
    }
    const saved = await transaction(async (trx) =>
      ContentComment.query(trx)
        .insert({ contentId: access.id, userId: viewer.id, comment: body.comment })
        .returning("*"),
    );
    return {
      id: saved.id,
      userId: saved.userId,
      user: { nickname: viewer.nickname },
      comment: saved.comment,
      createdAt: saved.createdAt.toISOString(),
    };
  },

  remove: async ({ params, viewer, fail }) => {
    const found = await ContentComment.query().findById(params.id);
    if (!found) return fail("NOT_FOUND");
    if (found.userId !== viewer.id) return fail("NOT_OWNER");
    await found.$query().delete();
    return { ok: true };
  },
});
