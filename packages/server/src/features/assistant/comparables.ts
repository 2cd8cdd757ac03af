import type { Comparable } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { FindComparables } from "./helper.ts";
import { wordsOf } from "./local/words.ts";
import type { PriceLevels } from "./openai/questions.ts";

/** The number of a category's newest contents that are searched. */
const looked = 300;
const shown = 5;

const statement = {
  name: "assistant_comparables",
  text: /* sql */ `
    select c.id, c.title, c.price, c.likes_count + c.purchases_count as weight
    from (select * from contents where is_listed and category = $1
          order by upload_time desc, id desc limit ${looked}) c
    where c.price > 0`,
};

/** Finds paid contents on the market: those that share most words with a text, then the most liked and bought. */
export const createComparables =
  ({ pool }: Pick<Deps, "pool">): FindComparables =>
  async (category, words) => {
    const { rows } = await pool.query<Comparable & { weight: number }>({ ...statement, values: [category] });
    return rows
      .map(({ weight, ...content }) => ({
        content,
        weight,
        shared: new Set(wordsOf(content.title).filter((word) => words.has(word))).size,
      }))
      .sort((a, b) => b.shared - a.shared || b.weight - a.weight)
      .slice(0, shown)
      .map(({ content }) => content);
  };

const levelsStatement = {
  name: "assistant_levels",
  text: /* sql */ `
    select c.category, count(*)::int as count,
           percentile_disc(0.5) within group (order by c.price)::int as "medianPrice"
    from (select category, price from contents where is_listed order by upload_time desc, id desc limit 2000) c
    where c.price > 0 group by c.category`,
};

/** The prices of each category's newest contents. */
export const findPriceLevels = async ({ pool }: Pick<Deps, "pool">): Promise<PriceLevels> => {
  const { rows } = await pool.query<{ category: string; count: number; medianPrice: number }>(
    levelsStatement,
  );
  return Object.fromEntries(rows.map(({ category, ...level }) => [category, level]));
};
