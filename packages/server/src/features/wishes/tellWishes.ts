import { Model } from "objection";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { emit } from "../../events/emit.ts";
import type { JobPayloads } from "../../jobs/jobs.ts";
import { givesAccessSql } from "../orders/policy.ts";

/** People of one transaction: a content may be kept in mind by a hundred thousand. */
const atOnce = 500;

const latestSql = /* sql */ `
  lateral (select max(number) as number from content_versions v where v.content_id = c.id) latest`;

// A wish of a server of before has no price and no version of its own: the price before the change and the version of its
// time stand for them. Before there were versions the first one was known.
const knownPriceSql = "coalesce(w.told_price, :price)";
const knownVersionSql = /* sql */ `
  coalesce(w.told_version,
           (select max(k.number) from content_versions k where k.content_id = c.id and k.created_at <= w.wished_at), 1)`;
const isFallSql = `c.price < ${knownPriceSql}`;
const isNewVersionSql = `coalesce(latest.number > ${knownVersionSql}, false)`;

// One's own content is no news, and what was bought has its news in the room of the purchase.
const isDueSql = /* sql */ `
  c.is_listed and w.user_id <> c.seller_id and (${isFallSql} or ${isNewVersionSql})
  and not exists (select from orders o
                  where o.content_id = c.id and o.buyer_id = w.user_id and ${givesAccessSql("o")})`;

const lockSql = /* sql */ `
  select w.user_id from wishes w
  join contents c on c.id = w.content_id
  join users u on u.id = w.user_id and u.left_at is null
  cross join ${latestSql}
  where w.content_id = :contentId and ${isDueSql}
  order by w.user_id limit ${atOnce} for no key update of w`;

const tellSql = /* sql */ `
  update wishes w
  set fell_from = case when ${isFallSql} then coalesce(w.fell_from, ${knownPriceSql}) else w.fell_from end,
      told_price = least(${knownPriceSql}, c.price),
      new_version = case when ${isNewVersionSql} then latest.number else w.new_version end,
      told_version = greatest(w.told_version, latest.number)
  from contents c cross join ${latestSql}
  where w.content_id = :contentId and w.user_id = any(:ids) and c.id = w.content_id and ${isDueSql}
  returning w.user_id`;

const tellSome = async (trx: Trx, change: JobPayloads["wishNews"]): Promise<number> => {
  const { rows: locked } = await trx.raw<{ rows: { user_id: string }[] }>(lockSql, change);
  if (locked.length === 0) return 0;
  const ids = locked.map(({ user_id }) => user_id);
  const { rows: told } = await trx.raw<{ rows: { user_id: string }[] }>(tellSql, { ...change, ids });
  const { contentId } = change;
  await emit(trx, [{ to: told.map(({ user_id }) => user_id), name: "wish", data: { contentId } }]);
  return locked.length;
};

/**
 * Tells everyone who keeps a content in mind that it costs less than they knew, or that it has a new version: once for
 * each, whatever the price does in between and however often this runs.
 */
export const tellWishes = async (
  { knex }: Pick<Deps, "knex">,
  change: JobPayloads["wishNews"],
): Promise<void> => {
  while ((await Model.transaction(knex, (trx) => tellSome(trx, change))) > 0);
};
