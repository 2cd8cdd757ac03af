import type { likes } from "@knowhow/shared";
import { accessContent } from "../contents/access.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/mount.ts";
import { checkMayLike, setLike } from "./toggle.ts";

/** Answers liking and unliking. */
export const createLikeHandlers = (deps: Deps): Handlers<typeof likes> => ({
  add: async ({ params, viewer, transaction }) => {
    const access = await accessContent(deps, params.id, viewer);
    checkMayLike(access, false);
    return transaction((trx) => setLike(trx, { userId: viewer.id, contentId: access.id, isLiked: true }));
  },

  remove: async ({ params, viewer, transaction }) => {
    const access = await accessContent(deps, params.id, viewer);
    checkMayLike(access, true);
    return transaction((trx) => setLike(trx, { userId: viewer.id, contentId: access.id, isLiked: false }));
  },

  status: async ({ params, viewer }) => {
    const { hasLiked } = await accessContent(deps, params.id, viewer);
    return { isLiked: hasLiked };
  },
});
