import fc from "fast-check";

/** What can happen in a market; `n` and `m` choose who, what, where and how. */
export interface MarketStep {
  does: Deed | "wait";
  n: number;
  m: number;
}

const weights = {
  buy: 14, open: 3, talk: 6, read: 3, ask: 1, reply: 2, report: 5, decide: 5, reopen: 2,
  "warn reporter": 1, lift: 2, "change account": 1, "open goods": 5, "ask back": 3, "take back": 1, "decide refund": 2,
  "record transfer": 2, "refund late": 2, "cancel there": 2, hold: 2, "let go": 2, "pay out": 3, reconcile: 2, "compare books": 2, "fail next": 3, kill: 1, wait: 3,
} as const; // oxfmt-ignore

/** The steps that people take; time is `wait`. */
export type Deed = Exclude<keyof typeof weights, "wait">;

/** Steps for a walk, the same for the same seed. */
export const stepsOf = (seed: number, count: number): MarketStep[] => {
  const names = Object.entries(weights).map(([does, weight]) => ({
    weight,
    arbitrary: fc.constant(does as MarketStep["does"]), // Object.entries forgets the keys.
  }));
  const number = fc.nat(1_000_000);
  return fc.sample(fc.record({ does: fc.oneof(...names), n: number, m: number }), { seed, numRuns: count });
};
