import { defineLifecycle } from "../../lifecycle.ts";

/** The states of a penalty: its column `is_active` is 1 while it is active. An end date passes by itself. */
export const penaltyLifecycle = defineLifecycle({
  title: "Penalties",
  about: "What an administrator imposed on somebody. A penalty that was lifted stays lifted.",
  initial: "active",
  states: ["active", "lifted"],
  moves: { lift: { from: ["active"], to: "lifted", when: "an administrator takes it back" } },
});

/** The value of `is_active` in each state. */
export const penaltyFlag = { active: 1, lifted: 0 } as const satisfies Record<
  (typeof penaltyLifecycle)["states"][number],
  0 | 1
>;

/** In SQL: whether a penalty is in force. A suspension past its end is not, though nobody lifted it. */
export const inForceSql = (table: string): string => /* sql */ `
  (${table}.is_active = ${penaltyFlag.active} and (${table}.penalty_type <> 'suspension' or ${table}.end_date > app_now()))`;
