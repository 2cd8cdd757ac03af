/** An administrator's decisions that have not arrived: a sign-out has to ask about them. */
export interface UnsentDecisions {
  /** How many there are, how many of them failed and wait for the administrator, and how many are on their way. */
  count: () => { all: number; failed: number; sending: number };
  /** Sends those that did not fail; resolves when the outcome is known. */
  sendAll: () => Promise<void>;
  /** Drops all that were not sent, at once; resolves when their reports are free for other administrators. */
  dropAll: () => Promise<void>;
}

let here: UnsentDecisions | undefined;

/** Says that decisions are kept on this page; answers how to take that back. */
export const tellUnsentDecisions = (decisions: UnsentDecisions): (() => void) => {
  here = decisions;
  return () => {
    if (here === decisions) here = undefined;
  };
};

/** Those of this page; undefined where no screen decides. */
export const unsentDecisions = (): UnsentDecisions | undefined => here;
