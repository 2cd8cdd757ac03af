import { AppError, sendingDays } from "@knowhow/shared";
import { tellSanctioned } from "../../client/refusals.ts";
import { createLiveValue } from "../../client/liveValue.ts";
import { createSignal } from "../../client/signal.ts";
import { without } from "../../client/without.ts";
import { ConnectionError, isSanction } from "../../components/failure.ts";
import { newActId } from "./actId.ts";
import { delayOf, dueAt } from "./backoff.ts";
import { endsSession, failureIn, failureOf, isRefusal, isUntouched, toFailure } from "./classifyFailure.ts";
import type { Acts } from "./handlers/act.ts";
import type { Job, JobHandlers, JobKind, Outcome } from "./job.ts";
import { createRunner, stopped } from "./runner.ts";
import { createRows } from "../rows.ts";
import { guardPage } from "../update/busy.ts";
import type { JobStore } from "./store.ts";

/** Without an answer by then, a job is retried later. */
const attemptMs = 30_000;
/** Longer than any attempt takes. */
const leaseMs = 45_000;
/** So long over its lease, a job is taken from the tab that holds the lock and does nothing. */
const graceMs = 30_000;
/** Most lanes at work at once: a browser has few connections, and a screen needs some too. */
const maxConcurrent = 4;
const sendingMs = sendingDays * 24 * 60 * 60_000;
const tooLate = `처음 보낸 지 ${sendingDays}일이 지나 이미 보내졌을 수도 있어요. 확인한 뒤 다시 보내거나 취소해주세요.`;

const compare = (one: Job, other: Job): number =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);

/** Jobs that are not parked, by lane; each lane in its order. */
const lanesOf = (jobs: readonly Job[]): Map<string, Job[]> => {
  const lanes = new Map<string, Job[]>();
  for (const job of jobs)
    if (job.status !== "parked") lanes.set(job.lane, [...(lanes.get(job.lane) ?? []), job]);
  return lanes;
};

/** When the first job of a lane may run; at once where a job is marked as running by a tab that may be gone. */
const runnableAt = (lane: readonly Job[]): number => {
  if (lane.some(({ status }) => status === "running")) return 0;
  return navigator.onLine ? dueAt(lane[0]?.notBefore ?? 0) : Infinity;
};

/** Whether a visible page waits for a job far past its lease: the tab with the lock may be frozen. */
const isAbandoned = (lane: readonly Job[]): boolean =>
  document.visibilityState === "visible" &&
  lane.some(({ status, leaseUntil = 0 }) => status === "running" && dueAt(leaseUntil) + graceMs < Date.now());

/** The first result of a job. */
export type Performed<K extends JobKind> =
  | { status: "stored"; answer: Acts[K]["answer"] }
  /** `isUnkept`: in this page's memory alone. */
  | { status: "waiting"; isUnkept?: true }
  | { status: "refused"; error: Error };

/** A first result that is no answer. */
interface Failed {
  status: "refused" | "delayed";
  error: Error;
}

interface EngineInput {
  store: JobStore;
  userId: string;
  handlers: JobHandlers;
  /** Whether an administrator's acts may wait for the network; else they are sent now or not at all. */
  staffWaits: boolean;
}

/**
 * Runs the jobs of one person, kept on the device until the server has them. Each is kept before it is run, under an id
 * by which the server takes it once. Jobs of a lane run in the order they were made, one at a time over all tabs; lanes
 * do not wait for each other, and any tab runs the jobs that another has left.
 */
export const createJobEngine = ({ store, userId, handlers, staffWaits }: EngineInput) => {
  const jobs = createLiveValue<readonly Job[]>([]);
  const rows = createRows<Job>(store, compare, () => {
    jobs.set(rows.all());
    guard();
  });
  const { find } = rows;
  /** Changes one where there is one; answers the new one. */
  const update = (id: string, change: (job: Job) => Job | undefined) =>
    rows.update(id, (job) => job && change(job));
  /** Whether the device has never taken one: it ends with this page. */
  const isUnkept = (id: string): boolean => rows.isUnkept(id) && !rows.kept(id);
  /** Ids of jobs during their first write. */
  const firstWrites = new Set<string>();
  let releasePage: (() => void) | undefined;
  /** While there are jobs that the device does not have, the browser asks before closing the page, and no update reloads it. */
  const guard = () => {
    // Only as long as needed: a page with such a listener does not enter the back-forward cache.
    if (firstWrites.size > 0 || rows.all().some(({ id }) => isUnkept(id)))
      releasePage ??= guardPage({ isAtRisk: () => true });
    else {
      releasePage?.();
      releasePage = undefined;
    }
  };
  const made = new Set<string>();
  const outcomes = createSignal<[Outcome]>();
  const { tell } = outcomes;
  /** Lanes of open screens, and jobs of waiting forms. */
  const shown: string[] = [];
  const show = (laneOrId: string) => {
    shown.push(laneOrId);
    return () => {
      shown.splice(shown.indexOf(laneOrId), 1);
    };
  };
  const isImmediate = (kind: JobKind) => handlers[kind].isOfStaff === true && !staffWaits;

  /** Changes one while it is as expected; answers whether it was, and was neither another tab's nor gone by then. */
  const updateIf = async (id: string, isExpected: (job: Job) => boolean, change: (job: Job) => Job) => {
    const found = { isExpected: false };
    await update(id, (job) => {
      found.isExpected = isExpected(job);
      return found.isExpected ? change(job) : job;
    });
    // A form still waits for its outcome when the device keeps nothing any more.
    return found.isExpected || rows.isClosed();
  };
  const isQueued = ({ status }: Job) => status === "queued";
  /** Parks one while it is as expected. */
  const refuse = async (
    job: Job,
    isExpected: (job: Job) => boolean,
    error: Error,
    lastFailure = toFailure(error),
  ) => {
    const isFromPage = made.has(job.id);
    const park = (one: Job): Job => ({ ...without(one, "leaseUntil"), status: "parked", lastFailure });
    if (!(await updateIf(job.id, isExpected, park))) return;
    if (isFromPage && isSanction(error)) tellSanctioned();
    tell({ kind: job.kind, job, status: "refused", error, isFromPage } as Outcome); // a job has the kind that it has
  };

  const deliver = async <K extends JobKind>(given: Job<K>, signal: AbortSignal): Promise<void> => {
    const { kind, id, firstAttemptAt = Date.now() } = given;
    // Without the earlier attempt's failure.
    const job: Job<K> = { ...without(given, "lastFailure"), firstAttemptAt };
    if (Date.now() - firstAttemptAt > sendingMs) {
      await refuse(job, isQueued, new Error(tooLate), { message: tooLate });
      return;
    }
    const leaseUntil = Date.now() + leaseMs;
    // A tab that has taken over the lane runs it under its own lease.
    const hasLease = (one: Job) => one.leaseUntil === leaseUntil;
    try {
      // Claimed first: this page may be closed before the answer, and another tab may have taken the job back.
      const isClaimed = await updateIf(id, isQueued, ({ lastFailure, ...rest }) => ({
        ...rest,
        // The server's answer was about the earlier attempt.
        ...(lastFailure && { lastFailure: { message: lastFailure.message } }),
        status: "running",
        firstAttemptAt,
        leaseUntil,
      }));
      if (!isClaimed || rows.isClosed() || signal.aborted) return;
      const options = { idempotencyKey: id, personId: job.userId, sanctionIsFailure: true, signal } as const;
      const answer = await handlers[kind].run(job, options);
      const outcome = { kind, job, status: "stored", answer } as Outcome; // the kind and its answer belong together
      // Reported before it is removed: a stored act is never missing on the screen.
      tell(outcome);
      store.pass(outcome);
      await rows.change(id, () => undefined);
    } catch (thrown) {
      if (signal.reason === stopped) return;
      const error = failureOf(thrown);
      const isOver = endsSession(error);
      if (isRefusal(error) || isImmediate(kind)) {
        await refuse(job, hasLease, error);
        return;
      }
      const attempts = job.attempts + 1;
      const notBefore = isOver ? 0 : Date.now() + delayOf(attempts, error);
      const next: Job = { ...job, attempts, notBefore, lastFailure: toFailure(error) };
      if (given.firstAttemptAt === undefined && isUntouched(error)) delete next.firstAttemptAt;
      if (await updateIf(id, hasLease, () => next)) tell({ kind, job, status: "delayed", error } as Outcome); // a job has the kind that it has
      // Nothing is sent before the next sign-in.
      if (isOver) runner.halt();
    }
  };

  /** Without a network: refuses jobs that may not wait; a running one gets its own answer. */
  const refuseImmediate = async () => {
    if (navigator.onLine) return;
    for (const job of jobs.getSnapshot())
      // Another tab may be sending it by now.
      if (isQueued(job) && isImmediate(job.kind)) await refuse(job, isQueued, new ConnectionError());
  };

  /** The result of another tab's attempt, from the row; undefined before any attempt, or while one is made. */
  const elsewhere = ({ id, lane }: Job, restsBefore: number): Failed | undefined => {
    const job = find(id);
    if (job?.status === "running") return undefined;
    const failure = job && failureIn(job);
    if (failure) return { status: job.status === "parked" ? "refused" : "delayed", error: failure };
    const isHeldUp =
      // Another tab has sent it, and this one was frozen when that was reported.
      (!job && runner.rests() !== restsBefore) ||
      // An earlier job of its lane failed, or the network is gone: it is not sent soon.
      lanesOf(jobs.getSnapshot())
        .get(lane)
        ?.some(({ attempts }) => attempts > 0) === true ||
      !navigator.onLine;
    return isHeldUp ? { status: "delayed", error: new ConnectionError() } : undefined;
  };

  const runNext = async (name: string, signal: AbortSignal): Promise<void> => {
    // Reads what another tab has done or added.
    await rows.reread();
    if (!runner.isOn()) return;
    const read = () => lanesOf(jobs.getSnapshot()).get(name) ?? [];
    // Only the tab with the lock runs jobs of the lane: another tab's attempt ended with its lock.
    for (const { id, status } of read())
      if (status === "running")
        await update(id, (job) =>
          job.status === "running" ? { ...without(job, "leaseUntil"), status: "queued" } : job,
        );
    const [first] = read();
    if (first && runner.isOn() && runnableAt([first]) <= Date.now()) await deliver(first, signal);
  };
  const wake = async (): Promise<void> => {
    try {
      if (runner.isOn()) await rows.saveUnkept();
      await refuseImmediate();
    } catch (error) {
      console.warn(error);
    }
    runner.look();
  };
  /** Retries at once the jobs that failed, except rate-limited ones. */
  const handleBack = () => {
    void Promise.all(
      jobs
        .getSnapshot()
        .filter(
          ({ notBefore, status, lastFailure }) =>
            notBefore > 0 && status !== "parked" && lastFailure?.code !== "RATE_LIMITED",
        )
        .map(({ id }) => rows.patch(id, (job) => ({ ...job, notBefore: 0 }))),
    ).then(wake);
  };
  const lanes = () =>
    [...lanesOf(jobs.getSnapshot())].map(([name, lane]) => ({
      name,
      at: runnableAt(lane),
      first: lane[0]?.id,
      isAbandoned: isAbandoned(lane),
    }));
  const runner = createRunner({
    sources: [{ lanes, run: runNext, maxConcurrent, attemptMs }],
    runInLane: store.runInLane,
    onBegin: () => {
      void rows.reread().then(wake);
      return [store.onChange(() => void rows.reread().then(runner.look)), store.onPassed(tell)];
    },
    onBack: handleBack,
    onLook: () => void wake(),
  });
  /** Takes one back unless a tab runs it; answers whether it is gone. */
  const takeBack = async (id: string): Promise<boolean> =>
    (await update(id, (job) => (job.status === "running" ? job : undefined))) === undefined;

  const enqueue = async <K extends JobKind>(
    kind: K,
    payload: Acts[K]["input"],
    id = newActId(),
  ): Promise<Job<K>> => {
    const handler: Pick<JobHandlers[K], "laneOf" | "supersedes"> = handlers[kind];
    const lane = handler.laneOf(payload);
    made.add(id);
    const createdAt = Math.max(Date.now(), (jobs.getSnapshot().at(-1)?.createdAt ?? 0) + 1);
    const state = { status: "queued", createdAt, attempts: 0, notBefore: 0 } as const;
    const job: Job<K> = { id, userId, kind, payload, lane, ...state };
    const before = handler.supersedes ? jobs.getSnapshot().filter((one) => one.lane === lane) : [];
    firstWrites.add(id);
    guard();
    try {
      await rows.update(id, () => job);
    } finally {
      firstWrites.delete(id);
      guard();
    }
    for (const old of before) await takeBack(old.id);
    await refuseImmediate();
    // A session that had ended may be back.
    runner.begin();
    void wake();
    return job;
  };

  return {
    /** For good: nothing is sent any more, even where `start` was called. */
    close: () => {
      rows.close();
      runner.close();
    },
    /** Closes it for good, and deletes the jobs. */
    erase: async () => {
      rows.close();
      runner.close();
      await store.erase();
    },
    /** The waiting jobs, as far as they have been read. */
    jobs,
    /** Reads the waiting jobs from the device. */
    reread: rows.reread,
    /** Whether one is being run, by any tab. */
    isSending: (id: string) => find(id)?.status === "running",
    /** Whether it is in this page's memory alone, since the device did not take it. */
    isUnkept,
    /** Hears the outcomes of jobs, here and in other tabs. */
    hear: outcomes.on,
    /** Marks a lane as shown on a screen; answers how to stop. */
    show,
    /** Whether a screen shows a job, or a form waits for its outcome. */
    isShown: ({ id, lane }: Job) => shown.includes(lane) || shown.includes(id),
    /** Sends waiting jobs until the returned function is called. */
    start: runner.start,
    /** Keeps a job and runs it as soon as possible; resolves when it is kept. */
    enqueue,
    /** The same; resolves with the first result, `waiting` without a network. A refused one is not kept. */
    perform: async <K extends JobKind>(kind: K, payload: Acts[K]["input"]): Promise<Performed<K>> => {
      if (rows.isClosed()) return { status: "refused", error: new AppError("LOGIN_REQUIRED") };
      const restsBefore = runner.rests();
      const id = newActId();
      const life = new AbortController();
      const stops = [show(id), () => life.abort()];
      try {
        const outcome = await new Promise<Outcome | Failed>((resolve, reject) => {
          let kept: Job | undefined;
          const look = () => {
            const found = kept && elsewhere(kept, restsBefore);
            if (found) resolve(found);
          };
          const listen = (heard: Outcome) => {
            if (heard.job.id === id) resolve(heard);
          };
          stops.push(outcomes.on(listen), jobs.subscribe(look));
          window.addEventListener("offline", look, life);
          enqueue(kind, payload, id).then((job) => {
            kept = job;
            look();
          }, reject);
        });
        // An outcome of this act, so of its kind.
        if (outcome.status === "stored") return { status: "stored", answer: outcome.answer };
        const { status, error } = outcome;
        if (status === "delayed" && !endsSession(error))
          return isUnkept(id) ? { status: "waiting", isUnkept: true } : { status: "waiting" };
        // Unless it was retried meanwhile, and is running.
        await takeBack(id);
        return { status: "refused", error };
      } finally {
        for (const stop of stops) stop();
      }
    },
    /** Sends one again now; it keeps its place and its id. */
    retry: async (id: string): Promise<void> => {
      if (!find(id)) return;
      made.add(id);
      await update(id, (job) => {
        if (job.status === "running") return job;
        const again: Job = { ...without(job, "lastFailure"), status: "queued", notBefore: 0 };
        // A refused job was not done; one parked for its age is sent again at its person's request.
        return job.status === "queued" ? again : without(again, "firstAttemptAt");
      });
      runner.begin();
      void wake();
    },
    cancel: takeBack,
  };
};

/** The engine of one person's jobs. */
export type JobEngine = ReturnType<typeof createJobEngine>;
