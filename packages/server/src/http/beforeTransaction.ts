/**
 * Runs work that must not keep a database connection, the first time it is asked for under a name: the asking
 * transaction is rolled back, the work is done, and the request begins again. Gives the work's result.
 */
export type BeforeTransaction = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Ends the asking transaction. */
class Wanted extends Error {
  readonly wanted: string;
  readonly work: () => Promise<unknown>;

  constructor(wanted: string, work: () => Promise<unknown>) {
    super(`wanted outside the transaction: ${wanted}`);
    this.wanted = wanted;
    this.work = work;
  }
}

/** Runs a call that may ask for work outside of its transactions; it is run again after each such work. */
export const withBeforeTransaction = async <R>(
  run: (beforeTransaction: BeforeTransaction) => Promise<R>,
): Promise<R> => {
  const known = new Map<string, unknown>();
  const beforeTransaction: BeforeTransaction = <T>(name: string, work: () => Promise<T>) =>
    known.has(name)
      ? Promise.resolve(known.get(name) as T) // A name stands for one kind of work within a request.
      : Promise.reject(new Wanted(name, work));
  for (;;) {
    try {
      return await run(beforeTransaction);
    } catch (error) {
      if (!(error instanceof Wanted)) throw error;
      known.set(error.wanted, await error.work());
    }
  }
};
