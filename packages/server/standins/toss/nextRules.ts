import { boolean, type InferType, number, object, string } from "yup";
import type { Queryable } from "./store.ts";

/**
 * What the next REST call is told to do: fail with a code, answer late, lose its answer after the act, or (a confirm)
 * act late: the payment can not be read until then. A late act with `drop` loses the connection at once.
 */
export const nextRuleSchema = object({
  code: string()
    .matches(/^[A-Z][A-Z0-9_]*$/)
    .optional(),
  delayMs: number().integer().min(0).max(600_000).optional(),
  drop: boolean().optional(),
  actAfterMs: number().integer().min(1).max(60_000).optional(),
});

/** A rule for one REST call. */
export type NextRule = InferType<typeof nextRuleSchema>;

/** Adds a rule; each REST call, in any process, uses up the oldest one. */
export async function addNextRule(db: Queryable, rule: NextRule): Promise<void> {
  await db.query("insert into standin_toss.next_rules (rule) values ($1)", [rule]);
}

/** Forgets the rules that no call has used. */
export async function clearNextRules(db: Queryable): Promise<void> {
  await db.query("delete from standin_toss.next_rules");
}

/** Takes the oldest rule, so that two calls at once never share one; undefined when there is none. */
export async function takeNextRule(db: Queryable): Promise<NextRule | undefined> {
  const { rows } = await db.query<{ rule: NextRule }>(
    `delete from standin_toss.next_rules where id = (
       select id from standin_toss.next_rules order by id limit 1 for update skip locked) returning rule`,
  );
  return rows[0]?.rule;
}
