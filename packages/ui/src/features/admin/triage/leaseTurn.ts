let last: Promise<unknown> = Promise.resolve();

/** Runs lease requests one after the other: a release can not overtake a later lease of the same report. */
export const inLeaseTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
};
