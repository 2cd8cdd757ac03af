import { AppError, pageSize, type Rating, type ratings } from "@knowhow/shared";
import { accessContent } from "../contents/access.ts";
import { createVisitorPages } from "../contents/visitors.ts";
import type { ContentViewer } from "../contents/policy.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import type { BeforeTransaction } from "../../http/beforeTransaction.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { createPreviewImages, versionOf, widthFor } from "../../storage/images.ts";
import { sendFile } from "../files/sendFile.ts";
import { ContentRating } from "./ContentRating.ts";
import { moderateRating, moderateRatingAnswer } from "./moderate.ts";
import { createPictureJudge, findPicture } from "./pictures.ts";
import { findOpened, findOwnRating, findRatings, findSummary, ratingCursor, readRating } from "./queries.ts";
import { answerRating, createRating, removeRating, updateRating } from "./rate.ts";
import { setHelpful } from "./vote.ts";

/** What a change needs of its call. */
interface Acting {
  viewer: ContentViewer;
  transaction: <R>(work: (trx: Trx) => Promise<R>) => Promise<R>;
  beforeTransaction: BeforeTransaction;
}

/** Answers the ratings of contents. */
export const createRatingHandlers = (deps: Deps): Handlers<typeof ratings> => {
  const images = createPreviewImages(deps);
  const visitorPage = createVisitorPages(deps);

  /** Runs a change of a rating, and answers it as it is then. */
  const change = (
    { viewer, transaction }: Pick<Acting, "viewer" | "transaction">,
    work: (trx: Trx) => Promise<string>,
  ): Promise<{ rating: Rating }> =>
    transaction(async (trx) => ({ rating: await readRating(trx, { id: await work(trx), viewer }) }));

  const judgeOf = ({ beforeTransaction }: Acting) => createPictureJudge({ ...deps, beforeTransaction });

  /** The viewer's own rating of a content, and the obstacle to one. */
  const findEligibility = async (contentId: string, viewer: ContentViewer | undefined, isOwner: boolean) => {
    if (isOwner) return { own: null, obstacle: "OWN_CONTENT" } as const;
    if (!viewer) return { own: null, obstacle: "PURCHASE_REQUIRED" } as const;
    const [own, isOpened] = await Promise.all([
      findOwnRating(deps, { contentId, viewer }),
      findOpened(deps, { contentId, viewerId: viewer.id }),
    ]);
    const obstacle = isOpened === undefined ? "PURCHASE_REQUIRED" : isOpened ? null : "NOT_OPENED";
    return { own: own ?? null, obstacle } as const;
  };

  const vote = async (id: string, isHelpful: boolean, acting: Pick<Acting, "viewer" | "transaction">) => {
    const { viewer } = acting;
    const found = await ContentRating.query().findById(id).select("content_id");
    if (!found) throw new AppError("NOT_FOUND");
    const { isOwner } = await accessContent(deps, found.contentId, viewer);
    if (isOwner)
      throw new AppError("OWN_CONTENT", {
        message: "자신의 콘텐츠에 달린 후기에는 ‘도움돼요’를 누를 수 없습니다.",
      });
    return change(acting, (trx) => setHelpful(trx, { id, userId: viewer.id, isHelpful }));
  };

  return {
    list: async ({ ctx, params, query: { limit, cursor }, viewer }) => {
      const from = readCursor(cursor, 3);
      const find = async (count: number) => {
        const { id: contentId, isOwner } = await accessContent(deps, params.id, viewer);
        const asked = { contentId, viewer, cursor: from, limit: count + 1 };
        const [rows, summary, eligibility] = await Promise.all([
          withCursor(() => findRatings(deps, asked)),
          findSummary(deps, contentId),
          findEligibility(contentId, viewer, isOwner),
        ]);
        return { rows, rest: { summary, ...eligibility } };
      };
      if (viewer || from || limit > pageSize.default) {
        const { rows, rest } = await find(limit);
        return { ratings: cutPage(ctx, rows, limit, ratingCursor), ...rest };
      }
      const key = `ratings ${params.id}`;
      const value = await deps.microCache.get(key, () => find(pageSize.default));
      const { rows, rest } = value;
      return visitorPage(
        ctx,
        { key, value, rows },
        { limit, cursorOf: ratingCursor, make: (page) => ({ ratings: page, ...rest }) },
      );
    },

    create: async ({ params, body, fail, ...acting }) => {
      const { viewer } = acting;
      const { id: contentId, isOwner } = await accessContent(deps, params.id, viewer);
      if (isOwner) return fail("OWN_CONTENT", { message: "자신의 콘텐츠에는 평점을 남길 수 없습니다." });
      const given = { contentId, userId: viewer.id, form: body, judge: judgeOf(acting) };
      return change(acting, (trx) => createRating(trx, given));
    },

    update: ({ params: { id }, body, ...acting }) =>
      change(acting, (trx) =>
        updateRating(trx, { id, userId: acting.viewer.id, form: body, judge: judgeOf(acting) }),
      ),

    remove: async ({ params: { id }, viewer, transaction }) => {
      await transaction((trx) => removeRating(trx, { id, userId: viewer.id }));
      return { ok: true };
    },

    answer: ({ params: { id }, body, ...acting }) =>
      change(acting, (trx) => answerRating(trx, { id, sellerId: acting.viewer.id, text: body.text })),

    addHelpful: ({ params: { id }, ...acting }) => vote(id, true, acting),
    removeHelpful: ({ params: { id }, ...acting }) => vote(id, false, acting),

    picture: async ({ ctx, params: { id, index }, query, viewer, fail }) => {
      const place = /^\d$/.test(index) ? Number(index) : -1;
      const picture = await findPicture(deps, id, place);
      if (!picture) return fail("NOT_FOUND");
      const { isAdmin } = await accessContent(deps, picture.contentId, viewer);
      if (picture.isHidden && !isAdmin && picture.userId !== viewer?.id) return fail("NOT_FOUND");
      const width = widthFor(query.w, "full");
      const key = await images.find(picture.objectPath, "full", width);
      const found = key === undefined ? undefined : await deps.storage.stat(key);
      if (key === undefined || !found) return fail("NOT_FOUND");
      await sendFile(ctx, deps.storage, {
        key,
        size: found.size,
        type: "image/webp",
        etag: `${versionOf(picture.objectPath, "full")}-${width}`,
        // A picture may be taken down or withdrawn at any time: no copy is shown unasked, and none is kept for others.
        cacheControl: "private, no-cache",
      });
    },

    moderate: ({ params: { id }, body, ...acting }) =>
      change(acting, (trx) => moderateRating(trx, deps, { id, adminId: acting.viewer.id, ...body })),
    moderateAnswer: ({ params: { id }, body, ...acting }) =>
      change(acting, (trx) => moderateRatingAnswer(trx, deps, { id, adminId: acting.viewer.id, ...body })),
  };
};
