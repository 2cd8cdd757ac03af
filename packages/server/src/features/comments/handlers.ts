import {
  commentEditMinutes,
  maxAnswers,
  pageSize,
  type Comment,
  type CommentAnswer,
  type comments,
} from "@knowhow/shared";
import { accessContent } from "../contents/access.ts";
import { createVisitorPages } from "../contents/visitors.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { appNow, appTime } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import { emit, type News } from "../../events/emit.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { moderateComment } from "./moderate.ts";
import { ContentComment } from "./ContentComment.ts";
import { findComments, findThreadPeople, readComment } from "./queries.ts";

/** News for the seller and everyone under one comment; to be made while the comment is there. */
const newsOf = async (trx: Trx, { id, contentId, parentId }: ContentComment): Promise<News> => ({
  to: await findThreadPeople(trx, { contentId, id: parentId ?? id }),
  name: "comment",
  data: { contentId, id },
});

const presentNew = (saved: ContentComment, nickname: string, sellerId: string): CommentAnswer => ({
  id: saved.id,
  userId: saved.userId,
  user: { nickname },
  comment: saved.comment,
  createdAt: saved.createdAt.toISOString(),
  editedAt: null,
  isMentor: saved.userId === sellerId,
  state: "listed",
  hiddenReason: null,
});

const commentCursor = ({ createdAt, id }: Comment): string[] => [createdAt, id];

/** Answers the comments of contents. */
export const createCommentHandlers = (deps: Deps): Handlers<typeof comments> => {
  const visitorPage = createVisitorPages(deps);
  return {
    list: async ({ ctx, params, query: { limit, cursor }, viewer }) => {
      const from = readCursor(cursor, 2);
      const find = async (count: number) => {
        const { id } = await accessContent(deps, params.id, viewer);
        return withCursor(() =>
          findComments(deps, { contentId: id, viewer, cursor: from, limit: count + 1 }),
        );
      };
      if (viewer || from || limit > pageSize.default)
        return cutPage(ctx, await find(limit), limit, commentCursor);
      const key = `comments ${params.id}`;
      const rows = await deps.microCache.get(key, () => find(pageSize.default));
      const source = { key, value: rows, rows };
      return visitorPage(ctx, source, { limit, cursorOf: commentCursor, make: (page) => page });
    },

    create: async ({ params, viewer, body, transaction, fail }) => {
      const { id: contentId, hasPurchased, sellerId } = await accessContent(deps, params.id, viewer);
      // A seller has not bought their own content, and answers buyers below what they say.
      if (!hasPurchased) {
        return fail("PURCHASE_REQUIRED", { message: "콘텐츠를 구매 후 댓글을 작성할 수 있습니다." });
      }
      const saved = await transaction(async (trx) => {
        const inserted = await ContentComment.query(trx)
          .insert({ contentId, userId: viewer.id, comment: body.comment })
          .returning("*");
        await emit(trx, [await newsOf(trx, inserted)]);
        return inserted;
      });
      return { ...presentNew(saved, viewer.nickname, sellerId), answers: [] };
    },

    answer: async ({ params, viewer, body, transaction, fail }) => {
      const found = await ContentComment.query().findById(params.id);
      if (!found) return fail("NOT_FOUND");
      const { hasPurchased, isOwner, sellerId } = await accessContent(deps, found.contentId, viewer);
      if (!hasPurchased && !isOwner) {
        return fail("PURCHASE_REQUIRED", { message: "콘텐츠를 구매 후 답글을 작성할 수 있습니다." });
      }
      const saved = await transaction(async (trx) => {
        // The lock keeps the comment, and has answers to it counted one after another.
        const answered = await ContentComment.query(trx).findById(found.id).forNoKeyUpdate();
        if (!answered || answered.hiddenAt !== null) return fail("NOT_FOUND");
        if (answered.parentId !== null)
          return fail("NOT_FOUND", { message: "답글에는 답글을 달 수 없습니다." });
        const answers = await ContentComment.query(trx).where({ parent_id: found.id }).resultSize();
        if (answers >= maxAnswers)
          return fail("TOO_MANY", { message: `댓글 하나에는 답글을 ${maxAnswers}개까지 달 수 있습니다.` });
        const inserted = await ContentComment.query(trx)
          .insert({
            contentId: found.contentId,
            parentId: found.id,
            userId: viewer.id,
            comment: body.comment,
          })
          .returning("*");
        await emit(trx, [await newsOf(trx, inserted)]);
        return inserted;
      });
      return presentNew(saved, viewer.nickname, sellerId);
    },

    update: ({ params: { id }, viewer, body, transaction, fail }) =>
      transaction(async (trx) => {
        const found = await ContentComment.query(trx).findById(id).forNoKeyUpdate();
        if (!found) return fail("NOT_FOUND");
        if (found.userId !== viewer.id) return fail("NOT_OWNER");
        // What administrators have judged stays as they judged it.
        if (found.hiddenAt !== null) return fail("NOT_FOUND");
        const edited = await found
          .$query(trx)
          .where("created_at", ">", appTime("app_now() - ? * interval '1 minute'", [commentEditMinutes]))
          .patch({ comment: body.comment, editedAt: appNow() });
        if (edited === 0) return fail("TOO_LATE");
        await emit(trx, [await newsOf(trx, found)]);
        return readComment(trx, { id, viewer });
      }),

    moderate: ({ params: { id }, viewer, body, transaction }) =>
      transaction(async (trx) => {
        await moderateComment(trx, deps, { id, adminId: viewer.id, ...body });
        return { comment: await readComment(trx, { id, viewer }) };
      }),

    remove: async ({ params, viewer, transaction, fail }) => {
      const found = await ContentComment.query().findById(params.id);
      if (!found) return fail("NOT_FOUND");
      if (found.userId !== viewer.id) return fail("NOT_OWNER");
      await transaction(async (trx) => {
        // No answer comes between those who are told and those that go.
        await found.$query(trx).forUpdate();
        const news = await newsOf(trx, found);
        await found.$query(trx).delete();
        await emit(trx, [news]);
      });
      return { ok: true };
    },
  };
};
