import type { Context } from "koa";
import type { Deps } from "../../deps.ts";
import { readerFor } from "../../http/writePosition.ts";
import type { StoredContent } from "./presenter.ts";
import { findOne } from "./queries.ts";

/**
 * One content for a request, as it was within the last second. A content that is off the market or missing by then is read
 * again from the primary: its seller may have put it back, or it may be too young for a replica.
 */
export const readContent = async (
  deps: Pick<Deps, "config" | "microCache" | "pool" | "reads">,
  ctx: Context,
  id: string,
): Promise<StoredContent | undefined> => {
  const kept = await deps.microCache.get(`content ${id}`, () => findOne(readerFor(deps, ctx), id));
  return kept?.isListed ? kept : findOne(deps.pool, id);
};
