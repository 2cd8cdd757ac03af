import type { Report } from "@knowhow/shared";
import type { Decision } from "../decision.ts";

/** So long a decision can be taken back before it is sent. */
export const undoMs = 10_000;

/** A decision that somebody has made here and that is not known to have arrived. */
export interface Made {
  id: number;
  /** The case first, then those that go with it. */
  reports: readonly [Report, ...Report[]];
  decision: Decision;
  /** Whether the password was given for what may keep somebody out for good. */
  isConfirmed: boolean;
  /** Milliseconds of the clock: sent then. */
  sendAt: number;
  /** `failed`: it was not sent, or refused; it is never sent again by itself. */
  state: "held" | "sending" | "failed";
  error?: Error;
}

/** Some of the reports were decided by somebody else: the decision is about the others only. */
export class PartlyDecidedError extends Error {
  readonly left: Made["reports"];
  /** How many were decided. */
  readonly gone: number;

  constructor(left: Made["reports"], gone: number) {
    super(`${gone} of ${gone + left.length} reports are decided already`);
    this.name = "PartlyDecidedError";
    this.left = left;
    this.gone = gone;
  }
}

/** How many warnings of somebody are on their way: each is one more step of the ladder when it arrives. */
export const warningsOnTheWay = (all: readonly Made[], userId: string): number =>
  all.filter(
    ({ reports, decision: { status, penaltyType } }) =>
      status === "resolved" &&
      penaltyType === "warning" &&
      reports.some(({ reportedUser }) => reportedUser.id === userId),
  ).length;

interface Options {
  send: (made: Made) => Promise<unknown>;
  now?: () => number;
  onSent: (made: Made) => void;
  onFailed: (made: Made, error: Error) => void;
}

/**
 * Decisions between the administrator and the server: each is held for ten seconds, in which it can be taken back, and
 * then sent once. One that did not get through waits for the administrator, not for the network.
 */
export const createDecisions = ({ send, now = Date.now, onSent, onFailed }: Options) => {
  let all: readonly Made[] = [];
  let count = 0;
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  const become = (next: readonly Made[]) => {
    all = next;
    for (const listener of listeners) listener();
  };
  const change = (id: number, to: Partial<Made>) => {
    become(all.map((made) => (made.id === id ? { ...made, ...to } : made)));
  };
  const remove = (id: number): Made | undefined => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const made = all.find((one) => one.id === id);
    if (made) become(all.filter((one) => one.id !== id));
    return made;
  };
  const deliver = async (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const made = all.find((one) => one.id === id);
    if (!made || made.state === "sending") return;
    change(id, { state: "sending" });
    try {
      await send(made);
      remove(id);
      onSent(made);
    } catch (failure) {
      const error = failure instanceof Error ? failure : new Error(String(failure));
      const left = error instanceof PartlyDecidedError ? { reports: error.left } : {};
      change(id, { state: "failed", error, ...left });
      onFailed(made, error);
    }
  };
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
    hold: (reports: Made["reports"], decision: Decision, isConfirmed = false): boolean => {
      if (reports.some(({ id }) => isAbout(id))) return false;
      count += 1;
      const id = count;
      become([...all, { id, reports, decision, isConfirmed, sendAt: now() + undoMs, state: "held" }]);
      timers.set(
        id,
        setTimeout(() => void deliver(id), undoMs),
      );
      return true;
    },
    /** Takes one back, the latest where none is named; one that is on its way can not be. */
    undo: (id?: number): Made | undefined => {
      const made = all.findLast((one) => one.state !== "sending" && (id === undefined || one.id === id));
      return made && remove(made.id);
    },
    /** Somebody else has decided about a report: gives the failed decision that this leaves nothing of. */
    leaveOut: (reportId: string): Made | undefined => {
      const made = all.find(
        ({ state, reports }) => state === "failed" && reports.some(({ id }) => id === reportId),
      );
      if (!made) return undefined;
      const [first, ...others] = made.reports.filter(({ id }) => id !== reportId);
      if (!first) return remove(made.id);
      change(made.id, { reports: [first, ...others] });
      return undefined;
    },
    /** Sends one now: it need not wait, or it did not get through before. */
    sendNow: (id: number): Promise<void> => deliver(id),
    /** Sends one now, after the password was given for it. */
    confirm: (id: number): Promise<void> => {
      change(id, { isConfirmed: true });
      return deliver(id);
    },
    /** Nobody is there any more who could take anything back: what was not sent is not decided. */
    dropAll: (): void => {
      for (const { id, state } of all) if (state !== "sending") remove(id);
    },
  };
};
export type Decisions = ReturnType<typeof createDecisions>;
