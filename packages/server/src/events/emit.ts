import type { EventData, EventName } from "@knowhow/shared";
import type { Pool } from "pg";
import type { Config } from "../config.ts";
import type { Trx } from "../database/BaseModel.ts";

/** Channel that names the people with news. */
export const channel = "knowhow_events";
/** Channel on which the database itself names the people whose sessions have ended. */
export const sessionChannel = "knowhow_sessions";
/** Channel on which the database itself says that an alert was raised or answered. */
export const alertChannel = "knowhow_alerts";

/**
 * Channel of moderations: cached contents are old, and every open stream is told. No row is written for it: a content
 * may have ten thousand buyers, and its other viewers are not known.
 */
export const moderationChannel = "knowhow_contents";

/** Channel of other changes of contents: cached ones are old. */
export const changeChannel = "knowhow_changes";

/** Tells all processes that contents have changed. */
export const announceChange = (pool: Pool): Promise<unknown> =>
  pool.query({ name: "contents_changed", text: "select pg_notify($1, '')", values: [changeChannel] });

/** The target of a moderation: the content, or words at it. An earlier release names no ratings and questions. */
export interface Moderated {
  contentId: string;
  commentId: string | null;
  ratingId?: string | null;
  questionId?: string | null;
}

/** Tells all processes of a moderation, once the transaction is committed. */
export const emitToAll = async (trx: Trx, moderated: Moderated): Promise<void> => {
  await trx.raw("select pg_notify(?, ?)", [moderationChannel, JSON.stringify(moderated)]);
};

/** One piece of news and the people it is for. */
export type News = {
  [N in Exclude<EventName, "resync" | "alert">]: { to: readonly string[]; name: N; data: EventData<N> };
}[Exclude<EventName, "resync" | "alert">];

/** Ids of the administrators that have an account. */
export const administrators = async (
  trx: Trx,
  { adminUserIds }: Pick<Config, "adminUserIds">,
): Promise<string[]> => {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    "select id from users where lower(user_id) = any(?::text[])",
    [[...adminUserIds]],
  );
  return rows.map(({ id }) => id);
};

const sql = /* sql */ `
  with news as (
    select one."to" as user_id, item.ordinality as nth, item.value->>'name' as name, item.value->'data' as data
    from json_array_elements(?::json) with ordinality item,
         lateral (select distinct text::uuid as "to" from json_array_elements_text(item.value->'to') text) one
  ), counted as (
    -- In one order for everybody, those included whom the database tells of their money at the commit: two transactions
    -- with news for the same people never wait for each other crosswise.
    insert into event_cursors as c (user_id, last)
    select user_id, sum(items) from (
      select user_id, 1 as items from news
      union all
      select seller::uuid, 0 from string_to_table(current_setting('knowhow.changed_sellers', true), ' ') seller
    ) told group by user_id order by user_id
    on conflict (user_id) do update set last = c.last + excluded.last
    returning user_id, last
  ), kept as (
    insert into events (user_id, seq, name, data)
    select user_id, last - count(*) over (partition by user_id) + row_number() over (partition by user_id order by nth),
           name, data
    from news join counted using (user_id)
  )
  select pg_notify(?, user_id::text) from counted`;

/**
 * Sends people news, once the transaction is committed. Call it last, and once: it holds the counters of all of them
 * until the commit.
 */
export const emit = async (trx: Trx, news: readonly News[]): Promise<void> => {
  const told = news.filter(({ to }) => to.length > 0);
  if (told.length > 0) await trx.raw(sql, [JSON.stringify(told), channel]).options({ name: "news_emit" });
};
