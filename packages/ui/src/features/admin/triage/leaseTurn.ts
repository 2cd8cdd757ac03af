let last: Promise<unknown> = Promise.resolve();

/** Runs what takes or gives up reports one after the other: what was left is not left again after one came back. */
export const inLeaseTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
};
