import type { mentors } from "@knowhow/shared";
import type { Reader } from "../../database/reads.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { readerFor } from "../../http/writePosition.ts";
import { presentContent } from "../contents/presenter.ts";
import { findFlags } from "../contents/queries.ts";
import { follow, unfollow } from "./follow.ts";
import { findContentsOf, findFollowing, findMentor, isMentor } from "./queries.ts";

/** Answers calls about mentors. */
export const createMentorHandlers = (deps: Deps): Handlers<typeof mentors> => ({
  get: async ({ ctx, params: { id }, viewer, fail }) => {
    const find = (reader: Reader) => findMentor(reader, id, viewer?.id);
    // A replica may lack what made them a mentor.
    return { mentor: (await find(readerFor(deps, ctx))) ?? (await find(deps.pool)) ?? fail("NOT_FOUND") };
  },

  async contents({ ctx, params: { id }, query: { limit, cursor }, viewer, fail }) {
    const from = readCursor(cursor, 2);
    const find = (reader: Reader) => findContentsOf(reader, id, { cursor: from, limit: limit + 1 });
    const known = await withCursor(() => find(readerFor(deps, ctx)));
    const rows = known.length > 0 ? known : await find(deps.pool);
    if (rows.length === 0 && !(await isMentor(deps.pool, id))) return fail("NOT_FOUND");
    const page = cutPage(ctx, rows, limit, ({ uploadTime, id: contentId }) => [uploadTime, contentId]);
    const flagsOf = await findFlags(
      deps.pool,
      viewer?.id,
      page.map(({ id: contentId }) => contentId),
    );
    return page.map((content) => presentContent(content, viewer, flagsOf(content.id)));
  },

  follow: async ({ params: { id }, viewer, transaction }) => ({
    isFollowed: true,
    followersCount: await transaction((trx) => follow(trx, { followerId: viewer.id, mentorId: id })),
  }),

  unfollow: async ({ params: { id }, viewer, transaction }) => ({
    isFollowed: false,
    followersCount: await transaction((trx) => unfollow(trx, { followerId: viewer.id, mentorId: id })),
  }),

  async following({ ctx, query: { limit, cursor }, viewer }) {
    const from = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      findFollowing(readerFor(deps, ctx), viewer.id, { cursor: from, limit: limit + 1 }),
    );
    return cutPage(ctx, rows, limit, ({ at, mentor }) => [at, mentor.id]).map(({ mentor }) => mentor);
  },
});
