import { AppError, maxOpenQuestions, questionEditMinutes, type questions } from "@knowhow/shared";
import { accessContent } from "../contents/access.ts";
import { Content } from "../contents/Content.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { appNow, appTime } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import { emit } from "../../events/emit.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { User } from "../users/User.ts";
import { ContentQuestion } from "./ContentQuestion.ts";
import { moderateQuestion, moderateQuestionAnswer } from "./moderate.ts";
import { findNews, findQuestions, findWaiting, readQuestion } from "./queries.ts";

/** A question under its row lock, for its asker, while it has no answer and stands. */
const lockOwnQuestion = async (trx: Trx, id: string, userId: string): Promise<ContentQuestion> => {
  const found = await ContentQuestion.query(trx).findById(id).forNoKeyUpdate();
  if (!found) throw new AppError("NOT_FOUND");
  if (found.userId !== userId) throw new AppError("NOT_OWNER");
  // What administrators have judged stays as they judged it.
  if (found.hiddenAt !== null) throw new AppError("NOT_FOUND");
  if (found.answer !== null)
    throw new AppError("TOO_LATE", { message: "답변이 달린 문의는 고치거나 삭제할 수 없습니다." });
  return found;
};

/** Has the seller's open screens read the questions again. */
const tellSeller = async (trx: Trx, { contentId }: ContentQuestion): Promise<void> => {
  const { sellerId } = await Content.query(trx).findById(contentId).select("seller_id").throwIfNotFound();
  await emit(trx, [{ to: [sellerId], name: "questions", data: { contentId } }]);
};

/** Answers calls about questions before buying. */
export const createQuestionHandlers = (deps: Deps): Handlers<typeof questions> => ({
  list: async ({ ctx, params, query: { limit, cursor }, viewer }) => {
    const { id: contentId } = await accessContent(deps, params.id, viewer);
    const from = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      findQuestions(deps, { contentId, viewer, cursor: from, limit: limit + 1 }),
    );
    return cutPage(ctx, rows, limit, (row) => [row.createdAt, row.id]);
  },

  create: async ({ params, viewer, body, transaction, fail }) => {
    const { id: contentId, sellerId, isOwner } = await accessContent(deps, params.id, viewer);
    if (isOwner) return fail("OWN_CONTENT", { message: "자신의 콘텐츠에는 문의할 수 없습니다." });
    const saved = await transaction(async (trx) => {
      // The questions of one person are counted one after another.
      await User.query(trx).findById(viewer.id).forNoKeyUpdate();
      const open = await ContentQuestion.query(trx)
        .where({ content_id: contentId, user_id: viewer.id, answer: null })
        .resultSize();
      if (open >= maxOpenQuestions)
        return fail("TOO_MANY", {
          message: `답변을 기다리는 문의가 ${maxOpenQuestions}개 있습니다. 답변을 받은 뒤 다시 문의해주세요.`,
        });
      const inserted = await ContentQuestion.query(trx)
        .insert({ contentId, userId: viewer.id, question: body.question })
        .returning("*");
      await emit(trx, [{ to: [sellerId], name: "question", data: { contentId, act: "asked" } }]);
      return inserted;
    });
    return {
      id: saved.id,
      userId: saved.userId,
      user: { nickname: viewer.nickname },
      question: saved.question,
      createdAt: saved.createdAt.toISOString(),
      editedAt: null,
      answer: null,
      state: "listed",
      hiddenReason: null,
      isMine: true,
      isUnseen: false,
    };
  },

  answer: ({ params: { id }, viewer, body, transaction, fail }) =>
    transaction(async (trx) => {
      const found = await ContentQuestion.query(trx).findById(id).forNoKeyUpdate();
      if (!found) return fail("NOT_FOUND");
      const { contentId, userId, hiddenAt, answer, answerHiddenAt } = found;
      const { sellerId } = await Content.query(trx).findById(contentId).select("seller_id").throwIfNotFound();
      if (sellerId !== viewer.id) return fail("NOT_OWNER");
      if (hiddenAt !== null) return fail("NOT_FOUND");
      if (answerHiddenAt !== null)
        return fail("NOT_FOUND", { message: "관리자가 숨긴 답변은 고칠 수 없습니다." });
      // The same words again are no news.
      const isNew = answer !== body.answer;
      await found
        .$query(trx)
        .patch({ answer: body.answer, answeredAt: appNow(), ...(isNew ? { answerSeenAt: null } : {}) });
      await emit(trx, [{ to: [userId], name: "question", data: { contentId, act: "answered" } }]);
      return readQuestion(trx, { id, viewer });
    }),

  update: ({ params: { id }, viewer, body, transaction, fail }) =>
    transaction(async (trx) => {
      const found = await lockOwnQuestion(trx, id, viewer.id);
      const edited = await found
        .$query(trx)
        .where("created_at", ">", appTime("app_now() - ? * interval '1 minute'", [questionEditMinutes]))
        .patch({ question: body.question, editedAt: appNow() });
      if (edited === 0) return fail("TOO_LATE");
      await tellSeller(trx, found);
      return readQuestion(trx, { id, viewer });
    }),

  remove: async ({ params: { id }, viewer, transaction }) => {
    await transaction(async (trx) => {
      const found = await lockOwnQuestion(trx, id, viewer.id);
      await found.$query(trx).delete();
      await tellSeller(trx, found);
    });
    return { ok: true };
  },

  listWaiting: async ({ ctx, query: { limit, cursor }, viewer }) => {
    const from = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      findWaiting(deps, { sellerId: viewer.id, cursor: from, limit: limit + 1 }),
    );
    return cutPage(ctx, rows, limit, (row) => [row.createdAt, row.id]);
  },

  news: ({ viewer }) => findNews(deps, viewer.id),

  see: async ({ params: { id }, viewer, fail }) => {
    const seen = await ContentQuestion.query()
      .where({ id, user_id: viewer.id })
      .whereNotNull("answer")
      .patch({ answerSeenAt: appTime("coalesce(answer_seen_at, app_now())") });
    return seen === 0 ? fail("NOT_FOUND") : { ok: true };
  },

  moderate: ({ params: { id }, viewer, body, transaction }) =>
    transaction(async (trx) => {
      await moderateQuestion(trx, deps, { id, adminId: viewer.id, ...body });
      return { question: await readQuestion(trx, { id, viewer }) };
    }),

  moderateAnswer: ({ params: { id }, viewer, body, transaction }) =>
    transaction(async (trx) => {
      await moderateQuestionAnswer(trx, deps, { id, adminId: viewer.id, ...body });
      return { question: await readQuestion(trx, { id, viewer }) };
    }),
});
