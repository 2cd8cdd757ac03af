import { maxOpenQuestions, type questions } from "@knowhow/shared";
import { accessContent } from "../contents/access.ts";
import { Content } from "../contents/Content.ts";
import { appNow } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import { emit } from "../../events/emit.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { User } from "../users/User.ts";
import { ContentQuestion } from "./ContentQuestion.ts";
import { findQuestion, findQuestions } from "./queries.ts";

/** Answers calls about questions before buying. */
export const createQuestionHandlers = (deps: Deps): Handlers<typeof questions> => ({
  list: async ({ ctx, params, query: { limit, cursor }, viewer }) => {
    const { id: contentId } = await accessContent(deps, params.id, viewer);
    const from = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      findQuestions(deps, { contentId, viewerId: viewer?.id, cursor: from, limit: limit + 1 }),
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
      answer: null,
      isMine: true,
    };
  },

  answer: async ({ params: { id }, viewer, body, transaction, fail }) => {
    const found = await ContentQuestion.query().findById(id);
    if (!found) return fail("NOT_FOUND");
    const { contentId, userId } = found;
    const content = await Content.query().findById(contentId).select("seller_id").throwIfNotFound();
    if (content.sellerId !== viewer.id) return fail("NOT_OWNER");
    await transaction(async (trx) => {
      await ContentQuestion.query(trx).findById(id).patch({ answer: body.answer, answeredAt: appNow() });
      await emit(trx, [{ to: [userId], name: "question", data: { contentId, act: "answered" } }]);
    });
    return (await findQuestion(deps, id, viewer.id)) ?? fail("NOT_FOUND");
  },
});
