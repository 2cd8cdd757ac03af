import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, type Policy } from "cockatiel";

/** Failures in a row after which a provider is left alone. */
const failuresInARow = 5;
/** For how long it is left alone, before one call tries it again. */
const defaultRestMs = 2_000;

/** Keeps calls away from a provider that does not answer; knows nothing of other processes. */
export interface Breaker {
  /** Whether a call would be sent now: not while the provider is left alone, nor while one call tries it again. */
  isClosed(): boolean;
  /** Makes the call and learns from how it ends; BrokenCircuitError, at once, when the provider is left alone. */
  run<T>(call: () => Promise<T>): Promise<T>;
}

/** A breaker over the calls that the policy calls failures: thrown (`handleWhen`) or returned (`handleWhenResult`). */
export const createBreaker = (
  failures: Policy,
  { restMs = defaultRestMs }: { restMs?: number | undefined } = {},
): Breaker => {
  const circuit = circuitBreaker(failures, {
    halfOpenAfter: restMs,
    breaker: new ConsecutiveBreaker(failuresInARow),
  });
  let openedAt = 0;
  circuit.onBreak(() => {
    openedAt = Date.now();
  });
  const isClosed = () =>
    circuit.state === CircuitState.Closed ||
    (circuit.state === CircuitState.Open && Date.now() - openedAt >= restMs);
  return {
    isClosed,
    run(call) {
      // The library lets the others wait for the one call that tries again; here no call waits for a provider that is
      // ill.
      return isClosed() ? circuit.execute(call) : Promise.reject(new BrokenCircuitError());
    },
  };
};
