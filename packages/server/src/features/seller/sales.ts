import { type ContentSales, type DaySales, type MonthSales, type SalesGroup } from "@knowhow/shared"; // oxfmt-ignore
import { givesAccessSql } from "../orders/policy.ts";
import { momentsOf, type DayRange } from "../../database/dayRange.ts";
import type { Reader } from "../../database/reads.ts";

const stands = givesAccessSql("o");

// bigint is sent as a number: a seller's won fit.
const figuresSql = /* sql */ `
  count(*) filter (where ${stands} and o.amount > 0)::int as "salesCount",
  count(*) filter (where ${stands} and o.amount = 0)::int as "freeCount",
  count(*) filter (where o.status = 'refunded')::int as "refundsCount",
  coalesce(sum(o.amount) filter (where ${stands}), 0)::float8 as "paidAmount",
  coalesce(sum(o.seller_amount) filter (where ${stands}), 0)::float8 as "sellerAmount"`;

const ofSellerSql = /* sql */ `
  o.seller_id = $1 and o.paid_at is not null and o.paid_at >= $2::timestamptz and o.paid_at < $3::timestamptz`;

const bySpan = (name: "day" | "month", format: string) => ({
  name: `sales_by_${name}`,
  text: /* sql */ `
    select to_char(o.paid_at at time zone 'Asia/Seoul', '${format}') as "${name}", ${figuresSql}
    from orders o where ${ofSellerSql} and o.paid_at < ($5::date)::timestamp at time zone 'Asia/Seoul'
    group by 1 order by 1 desc limit $4`,
});

const statements = {
  day: bySpan("day", "YYYY-MM-DD"),
  month: bySpan("month", "YYYY-MM"),
  content: {
    name: "sales_by_content",
    text: /* sql */ `
      with sold as (select o.content_id, ${figuresSql} from orders o where ${ofSellerSql} group by 1)
      select * from (
        select c.id as "contentId", c.title as "contentTitle", c.view_count as "viewCount",
               c.purchases_count as "purchasesCount", coalesce("salesCount", 0) as "salesCount",
               coalesce("freeCount", 0) as "freeCount", coalesce("refundsCount", 0) as "refundsCount",
               coalesce("paidAmount", 0) as "paidAmount", coalesce("sellerAmount", 0) as "sellerAmount"
        from contents c left join sold on sold.content_id = c.id
        where c.seller_id = $1 and (c.deleted_at is null or sold.content_id is not null)
      ) c where ("sellerAmount", "contentId") < ($5::float8, $6::uuid)
      order by "sellerAmount" desc, "contentId" desc limit $4`,
  },
} as const;

export type Sales = DaySales | MonthSales | ContentSales;

/** The cursor values of an entry. */
export const salesCursor = (entry: Sales): string[] => {
  if ("day" in entry) return [entry.day];
  return "month" in entry ? [entry.month] : [String(entry.sellerAmount), entry.contentId];
};

/** The number of values in such a list's cursor. */
export const salesCursorLength = (by: SalesGroup): number => (by === "content" ? 2 : 1);

/** A seller's sales by day, month or content, the latest or the largest first. */
export const listSales = async (
  reader: Reader,
  {
    sellerId,
    by,
    cursor,
    limit,
    ...range
  }: DayRange & { sellerId: string; by: SalesGroup; cursor: string[] | undefined; limit: number },
): Promise<Sales[]> => {
  const place =
    by === "content"
      ? (cursor ?? ["Infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"])
      : [cursor?.[0] === undefined ? "infinity" : by === "day" ? cursor[0] : `${cursor[0]}-01`];
  const values = [sellerId, ...momentsOf(range), limit, ...place];
  const { rows } = await reader.query<Sales>({ ...statements[by], values });
  return rows;
};
