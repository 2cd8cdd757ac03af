import { isPublicContent, type related } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { readerFor } from "../../http/writePosition.ts";
import type { ContentViewer } from "../contents/policy.ts";
import { noFlags, presentContent, type StoredContent, type ViewerFlags } from "../contents/presenter.ts";
import { findFlags } from "../contents/queries.ts";
import { readContent } from "../contents/readContent.ts";
import { createVisitorAnswers } from "../contents/visitors.ts";
import { findRelated, type StoredRelated } from "./queries.ts";

/** Contents in each list, at most. */
const relatedListSize = 10;

/** The lists for a viewer: nothing of their own, and each content once. */
const presentRelated = (
  { similar, boughtTogether }: StoredRelated,
  viewer: ContentViewer | undefined,
  flagsOf: (id: string) => ViewerFlags,
) => {
  const seen = new Set<string>();
  const present = (list: StoredContent[]) => {
    const shown = list
      .filter(({ id, sellerId }) => !flagsOf(id).hasPurchased && sellerId !== viewer?.id && !seen.has(id))
      .slice(0, relatedListSize);
    for (const { id } of shown) seen.add(id);
    return shown.map((content) => presentContent(content, viewer, flagsOf(content.id)));
  };
  return { boughtTogether: present(boughtTogether), similar: present(similar) };
};

/** Answers what may interest those who look at a content. */
export const createRelatedHandlers = (deps: Deps): Handlers<typeof related> => {
  const forVisitors = createVisitorAnswers(deps);
  return {
    async get({ ctx, params: { id }, viewer, fail }) {
      const key = `related ${id}`;
      const [content, stored] = await Promise.all([
        readContent(deps, ctx, id),
        deps.microCache.get(key, () => findRelated(readerFor(deps, ctx), id)),
      ]);
      // A content without a public page has no related contents either.
      if (!content || !isPublicContent(content)) return fail("NOT_FOUND");
      if (!viewer)
        return forVisitors(
          ctx,
          { key, value: stored },
          { make: () => presentRelated(stored, undefined, () => noFlags) },
        );
      const ids = new Set([...stored.boughtTogether, ...stored.similar].map((one) => one.id));
      const flagsOf = await findFlags(deps.pool, viewer.id, [...ids]);
      return presentRelated(stored, viewer, flagsOf);
    },
  };
};
