import { onRecovery } from "../../client/responseCache.ts";
import { hasCode } from "../../components/failure.ts";
import type { LockMode, RunInLane } from "../rowStore.ts";
import { delayOf, dueAt, wakeAt } from "./backoff.ts";
import { endsSession, failureOf } from "./classifyFailure.ts";

/** A lane whose lock another tab holds is looked at again after this, or after any change. */
const lookAgainMs = 15_000;
/** The reason of a signal that ends an attempt without an outcome: the page is at rest, or it is not wanted any more. */
export const stopped = new DOMException("Not now.", "AbortError");

/** Jobs that run one after the other. */
export interface Lane {
  name: string;
  /** Milliseconds: not run before. */
  at: number;
  /** Which job is next, where that tells whether a run has done anything. */
  first?: string | undefined;
  /** The tab with its lock does nothing. */
  isAbandoned?: boolean;
}

/** One sort of jobs. */
export interface JobSource {
  /** Lanes with jobs, the more urgent first. */
  lanes: () => readonly Lane[];
  /**
   * Runs due jobs of a lane; rejects with the failure after which it is to be tried again. A lane that is due with the
   * same `first` after it waits as after a failure.
   */
  run: (lane: string, signal: AbortSignal) => Promise<void>;
  maxConcurrent: number;
  /** Without an answer by then, an attempt is aborted. */
  attemptMs?: number;
  /** A running lane that is not among the lanes any more is aborted, and so are all when nothing is to be sent. */
  isInterruptible?: boolean;
}

interface RunnerInput {
  sources: readonly JobSource[];
  runInLane: RunInLane;
  /** Begins to listen for changes; answers how to stop. */
  onBegin: () => readonly (() => void)[];
  /** The network or the server is back. */
  onBack: () => void;
  /** The page comes into view. */
  onLook: () => void;
}

/**
 * Runs jobs while they have users: one at a time in each lane, over all tabs, under a lock that is held while it runs.
 * No lane waits for another. A failed lane is tried again, less and less often.
 */
export const createRunner = ({ sources, runInLane, onBegin, onBack, onLook }: RunnerInput) => {
  const running = new Map<string, { source: JobSource; controller: AbortController; end: Promise<void> }>();
  /**
   * Lanes that wait: for another tab's lock, after a failure, because the server is asked too often, or since a run
   * left the lane as it was.
   */
  const waits = new Map<
    string,
    { reason: "lock" | "failure" | "limit" | "idle"; notBefore: number; attempts: number }
  >();
  let users = 0;
  let rests = 0;
  let changes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stops: readonly (() => void)[] | undefined;
  const life = new AbortController();

  const halt = () => {
    for (const stop of stops ?? []) stop();
    stops = undefined;
    clearTimeout(timer);
    for (const { source, controller } of running.values())
      if (source.isInterruptible) controller.abort(stopped);
  };
  const delay = (name: string, reason: "failure" | "limit" | "idle", error?: Error) => {
    const attempts = (waits.get(name)?.attempts ?? 0) + 1;
    waits.set(name, { reason, notBefore: Date.now() + delayOf(attempts, error), attempts });
  };
  const fail = (name: string, thrown: unknown) => {
    const error = failureOf(thrown);
    if (error !== thrown) console.warn(thrown);
    delay(name, hasCode(error, "RATE_LIMITED") ? "limit" : "failure", error);
    if (endsSession(error)) halt();
  };
  const findDue = (source: JobSource, name: string) =>
    source.lanes().find((lane) => lane.name === name && lane.at <= Date.now());
  const runNow = (source: JobSource, name: string, mode: LockMode): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    const attempt = async () => {
      const before = { changes, due: findDue(source, name) };
      let limit: ReturnType<typeof setTimeout> | undefined;
      const work = async () => {
        if (source.attemptMs !== undefined) limit = setTimeout(() => controller.abort(), source.attemptMs);
        if (!signal.aborted) await source.run(name, signal);
      };
      try {
        if (await runInLane(name, work, mode, signal)) {
          const { due } = before;
          const left = findDue(source, name);
          // Run again at once, it would be run for ever.
          if (due && left && due.first === left.first && !signal.aborted) delay(name, "idle");
          else waits.delete(name);
        }
        // A change meanwhile may have been the other tab's last one.
        else if (changes === before.changes)
          waits.set(name, { reason: "lock", notBefore: Date.now() + lookAgainMs, attempts: 0 });
      } catch (thrown) {
        if (signal.reason !== stopped) fail(name, thrown);
      }
      clearTimeout(limit);
      running.delete(name);
      schedule();
    };
    const begun = { source, controller, end: Promise.resolve() };
    running.set(name, begun);
    begun.end = attempt();
    return begun.end;
  };
  /** Begins lanes that are due, and wakes for later ones. */
  const schedule = (): void => {
    clearTimeout(timer);
    let soonest = Infinity;
    for (const source of stops ? sources : []) {
      const lanes = source.lanes();
      const runningLanes = [...running].filter(([, one]) => one.source === source);
      if (source.isInterruptible)
        for (const [name, { controller }] of runningLanes)
          if (!lanes.some((lane) => lane.name === name)) controller.abort(stopped);
      let free = source.maxConcurrent - runningLanes.length;
      for (const { name, at, isAbandoned } of lanes) {
        if (running.has(name)) continue;
        const due = Math.max(at, dueAt(waits.get(name)?.notBefore ?? 0));
        if (due > Date.now()) soonest = Math.min(soonest, due);
        else if (free > 0) {
          free -= 1;
          void runNow(source, name, isAbandoned ? "steal" : "free");
        }
      }
    }
    if (soonest < Infinity) timer = wakeAt(soonest, schedule, 250);
  };
  const look = () => {
    changes += 1;
    for (const [name, { reason }] of waits) if (reason === "lock") waits.delete(name);
    schedule();
  };
  const retry = (name: string) => {
    waits.delete(name);
    look();
  };
  const begin = () => {
    if (stops || life.signal.aborted || users === 0) return;
    stops = onBegin();
    look();
  };
  const handleBack = () => {
    if (!stops) return;
    for (const [name, { reason }] of waits) if (reason !== "limit") waits.delete(name);
    onBack();
    look();
  };
  const handleLook = () => {
    if (stops && document.visibilityState === "visible") onLook();
  };
  window.addEventListener("online", handleBack, life);
  window.addEventListener("offline", schedule, life);
  document.addEventListener("visibilitychange", handleLook, life);
  life.signal.addEventListener("abort", onRecovery(handleBack));
  // A frozen page must not keep others from its lanes, nor hold a lock that it can not use.
  const handleRest = () => {
    rests += 1;
    halt();
    for (const { controller } of running.values()) controller.abort(stopped);
  };
  document.addEventListener("freeze", handleRest, life);
  document.addEventListener("resume", begin, life);
  // A page that is closed for good releases its locks itself.
  window.addEventListener("pagehide", ({ persisted }) => (persisted ? handleRest() : undefined), life);
  window.addEventListener("pageshow", begin, life);
  return {
    /** Begins where it has users, as after a session that ended for now. */
    begin,
    halt,
    /** There may be more to run, or a lock may be free. */
    look,
    isOn: () => stops !== undefined,
    /** Whether this tab runs a lane, or asks for its lock. */
    isRunning: (isLane: (name: string) => boolean): boolean => [...running.keys()].some(isLane),
    /** How often the page was at rest. */
    rests: () => rests,
    /** A failed lane is tried again at once. */
    retry,
    /** The same; resolves when this tab has run it, or there is nothing to run. */
    run: async (name: string): Promise<void> => {
      retry(name);
      await running.get(name)?.end;
      const source = sources.find(({ lanes }) => lanes().some((lane) => lane.name === name));
      const reason = waits.get(name)?.reason;
      // Another tab had the lock, or there is more to run since.
      if (source && reason !== "failure" && reason !== "limit")
        await (running.get(name)?.end ?? runNow(source, name, "wait"));
    },
    /** Runs jobs until the returned function is called. */
    start: () => {
      users += 1;
      begin();
      return () => {
        users -= 1;
        if (users === 0) halt();
      };
    },
    /** For good: nothing runs any more, even where `start` was called. */
    close: () => {
      life.abort();
      halt();
    },
  };
};
