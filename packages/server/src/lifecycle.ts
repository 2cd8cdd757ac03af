/** One way on: the states that it begins in, and the one that it leads to. */
export interface Move<S extends string> {
  readonly from: readonly S[];
  readonly to: S;
  /** What makes it go, for the drawing. */
  readonly when: string;
}

/** The states of a row and the moves between them, by the names that the verbs use. */
export interface Lifecycle<S extends string = string> {
  /** Title of the drawing, and what it says before it. */
  readonly title: string;
  readonly about: string;
  readonly initial: S;
  readonly states: readonly S[];
  readonly moves: Readonly<Record<string, Move<S>>>;
}

/** A lifecycle whose moves keep their names and states as types. */
export const defineLifecycle = <const S extends string, const M extends Record<string, Move<NoInfer<S>>>>(
  lifecycle: Omit<Lifecycle<S>, "moves"> & { readonly moves: M },
): Omit<Lifecycle<S>, "moves"> & { readonly moves: M } => lifecycle;

/** The state after a move; fails when the move does not begin in the state before. */
export const stateAfter = <T extends string>(
  { from, to }: { readonly from: readonly string[]; readonly to: T },
  before: string,
): T => {
  if (!from.includes(before)) throw new Error(`no move from ${before} to ${to}`);
  return to;
};

/** In SQL: states as a list for `in`. They are names of ours. */
export const statesSql = (states: readonly string[]): string =>
  `(${states.map((state) => `'${state}'`).join(", ")})`;

/** Every single step of a lifecycle, sorted. */
export const stepsOf = ({ moves }: Pick<Lifecycle, "moves">): string[] =>
  [
    ...new Set(Object.values(moves).flatMap(({ from, to }) => from.map((state) => `${state} → ${to}`))),
  ].sort();
