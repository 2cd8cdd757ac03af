/** In SQL, for a table or alias of orders: whether the provider still cancels its payment, within a year. */
export const isCancellableSql = (alias: string): string =>
  `coalesce(${alias}.paid_at > app_now() - interval '1 year', false)`;

/** In SQL, for a table or alias of orders: whether it gives its buyer the content; refunding, only once paid. */
export const givesAccessSql = (alias: string): string =>
  `(${alias}.status in ('paid', 'refund_requested') or (${alias}.status = 'refunding' and ${alias}.paid_at is not null))`;

/** In SQL, for a table or alias of content_trials: names the open part of a file. Words of pictured pages are not of it. */
export const openPartSql = (alias: string): string => /* sql */ `
  left(encode(sha256(convert_to(json_build_array(${alias}.object_id, ${alias}.unit, ${alias}.total, ${alias}.pages,
    ${alias}.characters, case when ${alias}.unit <> 'page' then ${alias}.texts end)::text, 'UTF8')), 'hex'), 16)`;

/** In SQL, of a version of a content: whether it is a buyer's, as the one of a purchase or a later one. */
export const isBoughtSql = ({
  contentId,
  number,
  buyerId,
}: Record<"contentId" | "number" | "buyerId", string>): string => /* sql */ `
  exists (select from orders o where o.buyer_id = ${buyerId} and o.content_id = ${contentId} and ${givesAccessSql("o")}
    and not exists (select from content_versions n
                    where n.content_id = ${contentId} and n.number = ${number} + 1 and n.created_at <= o.paid_at))`;

/** In SQL, for a table or alias of orders: the newest version after its purchase that its buyer has not seen, if any. */
export const unseenVersionSql = (alias: string): string => /* sql */ `
  (select max(v.number) from content_versions v
   where v.content_id = ${alias}.content_id and v.created_at > ${alias}.paid_at
     and v.number > ${alias}.seen_version)`;
