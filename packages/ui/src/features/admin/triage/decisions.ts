import type { Report, SanctionStatus } from "@knowhow/shared";
import { penaltyOf, type Decision, type Seen } from "../decision.ts";
import { afterStep } from "../ladder.ts";

/** How long a decision can be taken back before it is sent. */
export const undoMs = 10_000;

/** A decision made here that is not known to have arrived. */
export interface MadeDecision {
  id: number;
  /** The case first, then the reports decided with it. */
  reports: readonly [Report, ...Report[]];
  /** How many open reports about the first one's target were counted, where it is about all of them. */
  voices?: number | undefined;
  /** The newest of these: one that has come since is not decided. */
  newestVoiceId?: string | undefined;
  /** The open reports about the same thing, as they were known then, that it leaves: the next one first. */
  left?: readonly Report[];
  decision: Decision;
  /** The sanction status that its penalty assumes: the server refuses it where that has changed. */
  seen: Seen;
  /** Milliseconds: when it is sent. */
  sendAt: number;
  /**
   * `waiting`: its time is over, and an earlier one about the same person is still on its way. `failed`: it was not
   * sent, or refused; it is never sent again unasked.
   */
  state: "held" | "waiting" | "sending" | "failed";
  error?: Error;
}

interface PartCounts {
  own?: number;
  voices?: number;
}

/** Some of the reports are decided already: the decision is about the others only. */
export class PartlyDecidedError extends Error {
  readonly left: MadeDecision["reports"];
  /** How many were decided. */
  readonly gone: number;
  /** How many of these were decided by the same administrator, in another tab or by a call whose answer was lost. */
  readonly own: number;
  /** Of a decision about all reports about a target: how many are open now, also unnamed ones. */
  readonly voices: number | undefined;

  constructor(left: MadeDecision["reports"], gone: number, { own = 0, voices }: PartCounts = {}) {
    super(`${gone} of ${gone + (voices ?? left.length)} reports are decided already`);
    this.name = "PartlyDecidedError";
    this.left = left;
    this.gone = gone;
    this.own = own;
    this.voices = voices;
  }
}

/** The penalties of a person that are on their way, in the order in which they were decided. */
const penaltiesOnTheWay = (all: readonly MadeDecision[], userId: string): MadeDecision[] =>
  all.filter(
    ({ reports, decision }) =>
      penaltyOf(decision) !== "none" && reports.some(({ reportedUser }) => reportedUser.id === userId),
  );

/** A person's sanction status once all decisions from here have arrived: each penalty on its way is one more step. */
export const seenWith = (all: readonly MadeDecision[], userId: string, standing: SanctionStatus): Seen => {
  const onTheWay = penaltiesOnTheWay(all, userId);
  return {
    standing: onTheWay.reduce((before, { decision }) => afterStep(before, decision), standing),
    basis: onTheWay.map(({ id }) => id),
  };
};

/** A decision after one in its basis has arrived: once all have, its standing is the one that the last left. */
const withArrived = (made: MadeDecision, id: number, standing: SanctionStatus): MadeDecision => {
  if (!made.seen.basis.includes(id)) return made;
  const basis = made.seen.basis.filter((other) => other !== id);
  return { ...made, seen: { standing: basis.length === 0 ? standing : made.seen.standing, basis } };
};

const personOf = ({ reports: [{ reportedUser }] }: MadeDecision): string => reportedUser.id;

/** No decision has this id: in a basis it keeps the standing assumed for good, which the server refuses. */
const neverArrives = 0;

/** A decision after one in its basis was confirmed on another standing than that of its screen. */
const withReconsidered = (made: MadeDecision, id: number): MadeDecision => ({
  ...made,
  seen: { ...made.seen, basis: made.seen.basis.map((other) => (other === id ? neverArrives : other)) },
});

/** Whether a decision is yet to be sent, without further asking. */
export const isUnsent = ({ state }: MadeDecision): boolean => state === "held" || state === "waiting";

/** Whether a decision's effect is still open: its basis has penalties without an answer. */
export const isContingent = ({ decision, seen }: MadeDecision): boolean =>
  penaltyOf(decision) !== "none" && seen.basis.length > 0;

/** Whether a report can be left out of a decision locally: for several held ones the server's refusal does that. */
export const canLeaveOut = (made: MadeDecision): boolean =>
  made.state === "failed" || (isUnsent(made) && made.reports.length === 1 && made.voices === undefined);

interface Options {
  /** Resolves with the person's sanction status after it. */
  send: (made: MadeDecision) => Promise<SanctionStatus>;
  now?: () => number;
  /** While a decision is held its reports are leased, and free again when it is taken back. */
  onHeld?: (made: MadeDecision) => void;
  onUndone?: (made: MadeDecision) => void;
  onSent: (made: MadeDecision) => void;
  onFailed: (made: MadeDecision, error: Error) => void;
}

/**
 * Decisions between the administrator and the server: each is held for ten seconds, in which it can be taken back, and
 * then sent once. A failed one waits for the administrator, not for the network.
 */
export const createDecisions = (options: Options) => {
  const { send, now = Date.now, onHeld, onUndone, onSent, onFailed } = options;
  let all: readonly MadeDecision[] = [];
  let count = 0;
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const turns = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  const become = (next: readonly MadeDecision[]) => {
    all = next;
    for (const listener of listeners) listener();
  };
  const change = (id: number, to: Partial<MadeDecision>) => {
    become(all.map((made) => (made.id === id ? { ...made, ...to } : made)));
  };
  const stopTimer = (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const remove = (id: number): MadeDecision | undefined => {
    stopTimer(id);
    const made = all.find((one) => one.id === id);
    if (made) become(all.filter((one) => one.id !== id));
    return made;
  };
  const find = (id: number) => all.find((made) => made.id === id);
  const arrive = async (id: number) => {
    // The decision's basis may have arrived while the decision waited for its turn.
    const made = find(id);
    if (!made) return;
    change(id, { state: "sending" });
    try {
      const standing = await send(made);
      remove(id);
      become(all.map((other) => withArrived(other, id, standing)));
      onSent(made);
    } catch (failure) {
      const error = failure instanceof Error ? failure : new Error(String(failure));
      const left = error instanceof PartlyDecidedError ? { reports: error.left, voices: error.voices } : {};
      change(id, { state: "failed", error, ...left });
      onFailed(made, error);
    }
  };
  /** Queues the person's next decision behind this one; a failure of one does not block the next. */
  const setTurn = (personId: string, work: Promise<unknown>) => {
    const end = () => {
      if (turns.get(personId) === turn) turns.delete(personId);
    };
    const turn: Promise<void> = work.then(end, end);
    turns.set(personId, turn);
  };
  const arriveInTurn = async (id: number): Promise<void> => {
    // The decision may have been taken back, or sent as the page was about to close.
    if (find(id)?.state === "waiting") await arrive(id);
  };
  /** Decisions about one person are sent one by one, each after the outcome of the one before. */
  const deliver = async (id: number): Promise<void> => {
    stopTimer(id);
    const made = find(id);
    if (!made) return;
    const personId = personOf(made);
    const before = turns.get(personId);
    if (made.state === "waiting" || made.state === "sending") {
      await before;
      return;
    }
    if (before) change(id, { state: "waiting" });
    const work = before ? before.then(() => arriveInTurn(id)) : arrive(id);
    setTurn(personId, work);
    await work;
  };
  /** Whether a decision may be sent now: it depends on no other, or only on ones on their way. */
  const canGoAtOnce = (made: MadeDecision): boolean =>
    isUnsent(made) && (!isContingent(made) || made.seen.basis.every((id) => find(id)?.state === "sending"));
  const isAbout = (reportId: string) => all.some(({ reports }) => reports.some(({ id }) => id === reportId));
  return {
    list: () => all,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Whether a decision about a report was made here already. */
    isAbout,
    /** Holds a decision, and sends it unless it is taken back; refused where a report has one already. */
    hold: (
      reports: MadeDecision["reports"],
      decision: Decision,
      seen: Seen,
      { voices, newestVoiceId, left = [] }: Pick<MadeDecision, "voices" | "newestVoiceId" | "left"> = {},
    ): boolean => {
      if (reports.some(({ id }) => isAbout(id))) return false;
      count += 1;
      const id = count;
      const made: MadeDecision = {
        id,
        reports,
        voices,
        newestVoiceId,
        left,
        decision,
        seen,
        sendAt: now() + undoMs,
        state: "held",
      };
      become([...all, made]);
      onHeld?.(made);
      timers.set(
        id,
        setTimeout(() => void deliver(id), undoMs),
      );
      return true;
    },
    /** Takes one back, the latest where none is named; not one that is on its way. */
    undo: (id?: number): MadeDecision | undefined => {
      const made = all.findLast((one) => one.state !== "sending" && (id === undefined || one.id === id));
      if (!made) return undefined;
      remove(made.id);
      onUndone?.(made);
      return made;
    },
    /**
     * Another administrator has decided about a report, and `open` reports about its target are left: leaves it out,
     * and gives the decision that has none left then.
     */
    leaveOut: (reportId: string, open: number): MadeDecision | undefined => {
      const made = all.find((one) => canLeaveOut(one) && one.reports.some(({ id }) => id === reportId));
      if (!made) return undefined;
      const [first, ...others] = made.reports.filter(({ id }) => id !== reportId);
      if (!first) return remove(made.id);
      const voices = made.voices === undefined ? undefined : Math.max(open, others.length + 1);
      change(made.id, { reports: [first, ...others], voices });
      return undefined;
    },
    /**
     * The page closes: sends unsent decisions without waiting for answers. One with others in its basis that are only
     * now being sent stays: it could arrive first, and its refusal would not be seen.
     */
    sendAllAtOnce: (): void => {
      for (const made of all.filter(canGoAtOnce)) {
        stopTimer(made.id);
        const personId = personOf(made);
        const before = turns.get(personId);
        // A page that comes back after all goes on behind it.
        setTurn(personId, Promise.allSettled([before, arrive(made.id)]));
      }
    },
    /** Sends one now: a held one without further waiting, or a failed one again. */
    sendNow: (id: number): Promise<void> => deliver(id),
    /** Sends a decision that was refused for a changed sanction status, confirmed on the present one. */
    confirm: (id: number, standing: SanctionStatus): Promise<void> => {
      become(all.map((other) => withReconsidered(other, id)));
      change(id, { seen: { standing, basis: [] } });
      return deliver(id);
    },
    /** After a sign-out no decision could be taken back: drops the unsent ones, and gives them. */
    dropAll: (): readonly MadeDecision[] => {
      const dropped = all.filter(({ state }) => state !== "sending");
      for (const { id } of dropped) remove(id);
      return dropped;
    },
  };
};
/** How many reports a decision is about. */
export const countOf = ({ reports, voices }: Pick<MadeDecision, "reports" | "voices">): number =>
  voices ?? reports.length;

export type Decisions = ReturnType<typeof createDecisions>;
