import type { likes } from "@knowhow/shared";
import { accessContent } from "../contents/access.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { setLike } from "./toggle.ts";

/** Answers liking and unliking. */
export const createLikeHandlers = (deps: Deps): Handlers<typeof likes> => ({
  add: ({ params, viewer }) => setLike(deps, { viewer, contentId: params.id, isLiked: true }),
  remove: ({ params, viewer }) => setLike(deps, { viewer, contentId: params.id, isLiked: false }),

  status: async ({ params, viewer }) => {
    const { hasLiked } = await accessContent(deps, params.id, viewer);
    return { isLiked: hasLiked };
  },
});
