import { createHmac } from "node:crypto";
import type { Context } from "koa";
import { deriveKey } from "../../crypto.ts";
import type { Deps } from "../../deps.ts";
import { addressKey } from "../../http/address.ts";
import { stateOf } from "../../http/state.ts";

const flushMs = 300;
const windowMinutes = 30;

const statement = {
  name: "contents_views",
  text: /* sql */ `
    with seen as (
      insert into content_views (content_id, visitor)
      select v.content_id, v.visitor from unnest($1::uuid[], $2::text[]) v (content_id, visitor)
      order by 1, 2
      on conflict (content_id, visitor) do update set viewed_at = excluded.viewed_at
        where content_views.viewed_at <= app_now() - interval '${windowMinutes} minutes'
      returning content_id),
    counted as (
      select c.id, s.views from contents c
      join (select content_id, count(*)::int as views from seen group by 1) s on s.content_id = c.id
      order by c.id for no key update of c)
    update contents c set view_count = c.view_count + counted.views from counted where c.id = counted.id`,
};

/** Counts views apart from the answers: gathered for a moment, then written in one statement. */
export interface ViewCounter {
  count(ctx: Context, contentId: string): void;
}

/** See ViewCounter. A visitor is the user, else a keyed digest of the address; each counts once in 30 minutes. */
export const createViewCounter = ({
  pool,
  log,
  config,
}: Pick<Deps, "pool" | "log" | "config">): ViewCounter => {
  const key = deriveKey(config, "visitor");
  let gathered = new Map<string, { contentId: string; visitor: string }>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    timer = undefined;
    const views = [...gathered.values()];
    gathered = new Map();
    try {
      const values = [views.map(({ contentId }) => contentId), views.map(({ visitor }) => visitor)];
      // Cached answers stay: they expire within the second anyway, and views come all the time.
      await pool.query({ ...statement, values });
    } catch (error) {
      log.warn({ err: error, views: views.length }, "views were not counted");
    }
  };
  const visitorOf = (ctx: Context): string => {
    const { viewer } = stateOf(ctx);
    return viewer ? viewer.id : createHmac("sha256", key).update(addressKey(ctx.ip)).digest("base64url");
  };
  return {
    count(ctx, contentId) {
      const visitor = visitorOf(ctx);
      gathered.set(`${contentId} ${visitor}`, { contentId, visitor });
      timer ??= setTimeout(() => void flush(), flushMs);
    },
  };
};
