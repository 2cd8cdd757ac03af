/** An administrator's decisions that have not arrived, as whoever ends the session has to know of them. */
export interface UnsentDecisions {
  /** How many there are, how many of them failed and wait for the administrator, and how many are on their way. */
  count: () => { all: number; failed: number; sending: number };
  /** Sends those that did not fail; resolves when it is known what came of them. */
  sendAll: () => Promise<void>;
  /** Decides nothing of what was not sent, at once; resolves when its reports are free for colleagues. */
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

/** Those of this page; undefined where nobody decides anything. */
export const unsentDecisions = (): UnsentDecisions | undefined => here;
