import type { Report, SanctionStatus } from "@knowhow/shared";
import { penaltyOf, type Decision, type Seen } from "../decision.ts";
import { afterStep } from "../ladder.ts";

/** So long a decision can be taken back before it is sent. */
export const undoMs = 10_000;

/** A decision that somebody has made here and that is not known to have arrived. */
export interface MadeDecision {
  id: number;
  /** The case first, then those that go with it. */
  reports: readonly [Report, ...Report[]];
  /** It is about all open reports about the first one's target: so many as were counted. */
  voices?: number | undefined;
  decision: Decision;
  /** What its penalty rests on: the server refuses it where that is not so any more. */
  seen: Seen;
  /** Milliseconds of the clock: sent then. */
  sendAt: number;
  /**
   * `waiting`: its time is over, and an earlier one about the same person is still on its way. `failed`: it was not sent,
   * or refused; it is never sent again by itself.
   */
  state: "held" | "waiting" | "sending" | "failed";
  error?: Error;
}

/** Some of the reports were decided by somebody else: the decision is about the others only. */
export class PartlyDecidedError extends Error {
  readonly left: MadeDecision["reports"];
  /** How many were decided. */
  readonly gone: number;
  /** Of a decision about all reports about a target: how many are open now, also those that it does not name. */
  readonly voices: number | undefined;

  constructor(left: MadeDecision["reports"], gone: number, voices?: number) {
    super(`${gone} of ${gone + (voices ?? left.length)} reports are decided already`);
    this.name = "PartlyDecidedError";
    this.left = left;
    this.gone = gone;
    this.voices = voices;
  }
}

/** The penalties of somebody that are on their way, in the order in which they were decided. */
const penaltiesOnTheWay = (all: readonly MadeDecision[], userId: string): MadeDecision[] =>
  all.filter(
    ({ reports, decision }) =>
      penaltyOf(decision) !== "none" && reports.some(({ reportedUser }) => reportedUser.id === userId),
  );

/** How somebody stands once all that was decided here has arrived: each penalty on its way is one more step. */
export const seenWith = (all: readonly MadeDecision[], userId: string, standing: SanctionStatus): Seen => {
  const onTheWay = penaltiesOnTheWay(all, userId);
  return {
    standing: onTheWay.reduce((before, { decision }) => afterStep(before, decision), standing),
    basis: onTheWay.map(({ id }) => id),
  };
};

/** What a decision rests on after one that it counts has arrived: once all have, the standing that the last one left. */
const withArrived = (made: MadeDecision, id: number, standing: SanctionStatus): MadeDecision => {
  if (!made.seen.basis.includes(id)) return made;
  const basis = made.seen.basis.filter((other) => other !== id);
  return { ...made, seen: { standing: basis.length === 0 ? standing : made.seen.standing, basis } };
};

const personOf = ({ reports: [{ reportedUser }] }: MadeDecision): string => reportedUser.id;

/** No decision has this id: what rests on it rests on a guess for good, which the server refuses. */
const neverArrives = 0;

/** What a decision rests on after one that it counts was confirmed on other facts than those on its screen. */
const withReconsidered = (made: MadeDecision, id: number): MadeDecision => ({
  ...made,
  seen: { ...made.seen, basis: made.seen.basis.map((other) => (other === id ? neverArrives : other)) },
});

/** Whether a decision is yet to be sent, and will be by itself. */
export const isUnsent = ({ state }: MadeDecision): boolean => state === "held" || state === "waiting";

/** Whether it is open what a decision comes to: its penalty counts others of which no answer has come. */
export const isContingent = ({ decision, seen }: MadeDecision): boolean =>
  penaltyOf(decision) !== "none" && seen.basis.length > 0;

/** Whether a decision can lose a report without a word to the server: of several that are held the refusal tells. */
export const canLeaveOut = (made: MadeDecision): boolean =>
  made.state === "failed" || (isUnsent(made) && made.reports.length === 1 && made.voices === undefined);

interface Options {
  /** Gives how the person stands after it. */
  send: (made: MadeDecision) => Promise<SanctionStatus>;
  now?: () => number;
  /** The reports of a decision are nobody else's while it is held, and free again when it is taken back. */
  onHeld?: (made: MadeDecision) => void;
  onUndone?: (made: MadeDecision) => void;
  onSent: (made: MadeDecision) => void;
  onFailed: (made: MadeDecision, error: Error) => void;
}

/**
 * Decisions between the administrator and the server: each is held for ten seconds, in which it can be taken back, and
 * then sent once. One that did not get through waits for the administrator, not for the network.
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
    // What it rests on may have arrived while it waited for its turn.
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
  /** Has the person's next decision come after this; nothing that went wrong with one keeps the next from its turn. */
  const setTurn = (personId: string, work: Promise<unknown>) => {
    const end = () => {
      if (turns.get(personId) === turn) turns.delete(personId);
    };
    const turn: Promise<void> = work.then(end, end);
    turns.set(personId, turn);
  };
  const arriveInTurn = async (id: number): Promise<void> => {
    // It may have been taken back, or sent as the page was about to go.
    if (find(id)?.state === "waiting") await arrive(id);
  };
  /** Of one person's decisions each is sent when it is known what came of the one before. */
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
  /** Whether a decision may go before anything is known of another: it counts none, or one that is on its way. */
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
    /** Whether a report is decided about here already. */
    isAbout,
    /** Holds a decision, and sends it when it was not taken back; refused where a report has one already. */
    hold: (reports: MadeDecision["reports"], decision: Decision, seen: Seen, voices?: number): boolean => {
      if (reports.some(({ id }) => isAbout(id))) return false;
      count += 1;
      const id = count;
      const made: MadeDecision = {
        id,
        reports,
        voices,
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
    /** Takes one back, the latest where none is named; one that is on its way can not be. */
    undo: (id?: number): MadeDecision | undefined => {
      const made = all.findLast((one) => one.state !== "sending" && (id === undefined || one.id === id));
      if (!made) return undefined;
      remove(made.id);
      onUndone?.(made);
      return made;
    },
    /**
     * Somebody else has decided about a report, and so many about its target are open still: gives the decision that
     * this leaves nothing of.
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
     * The page goes: sends what is not sent yet without waiting for answers. What counts another that leaves only now
     * stays: it could arrive first, and nobody is there to read the refusal.
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
    /** Sends one now: it need not wait, or it did not get through before. */
    sendNow: (id: number): Promise<void> => deliver(id),
    /** Sends one now that was refused for how the person stood: confirmed anew on how they stand. */
    confirm: (id: number, standing: SanctionStatus): Promise<void> => {
      become(all.map((other) => withReconsidered(other, id)));
      change(id, { seen: { standing, basis: [] } });
      return deliver(id);
    },
    /** Nobody is there any more who could take anything back: what was not sent is not decided. Gives those. */
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
