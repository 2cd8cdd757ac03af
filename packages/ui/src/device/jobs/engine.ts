import { AppError, sendingDays } from "@knowhow/shared";
import { leaveForNotice } from "../../client/client.ts";
import { ConnectionError, isSanction } from "../../components/failure.ts";
import { watchPageRest } from "../../client/pageRest.ts";
import { onRecovery } from "../../client/responseCache.ts";
import { without } from "../../client/without.ts";
import { newActId } from "./actId.ts";
import { delayOf } from "./backoff.ts";
import { classifyFailure, endsSession, failureOf, isUntouched } from "./classifyFailure.ts";
import type { Acts } from "./handlers/act.ts";
import type { Job, JobFailure, JobHandlers, JobKind, Outcome } from "./job.ts";
import { failureIn, toFailure } from "./jobFailure.ts";
import { createLanes, lanesOf } from "./lanes.ts";
import { createLocalJobs } from "./localJobs.ts";
import type { JobStore } from "./store.ts";

/** Without an answer by then, a job is retried later. */
const attemptMs = 30_000;
/** Longer than any attempt takes. */
const leaseMs = 45_000;
/** Ends an attempt without an outcome: the next tab with the lane's lock finds the job running without a tab. */
const atRest = new DOMException("The page is put to rest.", "AbortError");
const sendingMs = sendingDays * 24 * 60 * 60_000;
const tooLate = `처음 보낸 지 ${sendingDays}일이 지나 이미 보내졌을 수도 있어요. 확인한 뒤 다시 보내거나 취소해주세요.`;

/** The first result of a job. */
export type Performed<K extends JobKind> =
  | { status: "stored"; answer: Acts[K]["answer"] }
  /** `isUnkept`: in this page's memory alone. */
  | { status: "waiting"; isUnkept?: true }
  | { status: "refused"; error: Error };

interface EngineInput {
  store: JobStore;
  userId: string;
  handlers: JobHandlers;
}

/**
 * Runs the jobs of one person, kept on the device until the server has them. Each is kept before it is run, under an id
 * by which the server takes it once. Jobs of a lane run in the order they were made, one at a time over all tabs; lanes
 * do not wait for each other, and any tab runs the jobs that another has left.
 */
export const createJobEngine = ({ store, userId, handlers }: EngineInput) => {
  const local = createLocalJobs(store);
  const { find, jobs } = local;
  /** The jobs that this tab sends, each with the way to abort it. */
  const sent = new Map<string, AbortController>();
  const made = new Set<string>();
  const hearers = new Set<(outcome: Outcome) => void>();
  const shown: string[] = [];
  const awaited = new Set<string>();
  let users = 0;
  let rests = 0;
  let isClosed = false;
  let stop: (() => void) | undefined;

  const update = async (id: string, change: (job: Job) => Job) => {
    if (!isClosed) await local.update(id, change);
  };
  /** Changes one while it is as expected; answers whether it was, and was neither another tab's nor gone by then. */
  const updateIf = async (id: string, isExpected: (job: Job) => boolean, change: (job: Job) => Job) => {
    const found = { isExpected: false };
    await update(id, (job) => {
      found.isExpected = isExpected(job);
      return found.isExpected ? change(job) : job;
    });
    // A form still waits for its outcome when the device keeps nothing any more.
    return found.isExpected || isClosed;
  };
  const isQueued = ({ status }: Job) => status === "queued";
  /** Marks it as running on the device; answers whether it was still there. */
  const claim = (id: string, firstAttemptAt: number, leaseUntil: number): Promise<boolean> =>
    updateIf(id, isQueued, ({ lastFailure, ...rest }) => ({
      ...rest,
      // The server's answer was about the earlier attempt.
      ...(lastFailure && { lastFailure: { message: lastFailure.message } }),
      status: "running",
      firstAttemptAt,
      leaseUntil,
    }));
  const tell = (outcome: Outcome) => {
    for (const hear of hearers) hear(outcome);
  };

  const deliver = async <K extends JobKind>(given: Job<K>): Promise<void> => {
    const { kind, id, firstAttemptAt = Date.now() } = given;
    // Without the earlier attempt's failure.
    const job: Job<K> = { ...without(given, "lastFailure"), firstAttemptAt };
    const about = { kind, job };
    const leaseUntil = Date.now() + leaseMs;
    // A tab that has taken over the lane runs it under its own lease.
    const isOurs = (one: Job) => one.leaseUntil === leaseUntil;
    const toParked = (lastFailure: JobFailure) => (): Job => ({ ...job, status: "parked", lastFailure });
    if (Date.now() - firstAttemptAt > sendingMs) {
      if (await updateIf(id, isQueued, toParked({ message: tooLate })))
        tell({ ...about, status: "refused", error: new Error(tooLate), isOwn: false } as Outcome); // as below
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    sent.set(id, controller);
    const timer = setTimeout(() => controller.abort(), attemptMs);
    try {
      // Claimed first: this page may be closed before the answer, and another tab may have taken the job back.
      if (!(await claim(id, firstAttemptAt, leaseUntil)) || isClosed || signal.aborted) return;
      const answer = await handlers[kind].run(job, signal);
      const outcome = { ...about, status: "stored", answer } as Outcome; // the kind and its answer belong together
      // Reported before it is removed: a stored act is never missing on the screen.
      tell(outcome);
      store.pass(outcome);
      await local.remove(id);
    } catch (thrown) {
      if (signal.reason === atRest) return;
      const error = failureOf(thrown);
      const verdict = classifyFailure(error);
      if (verdict === "park" || handlers[kind].isImmediate?.()) {
        if (!(await updateIf(id, isOurs, toParked(toFailure(error))))) return;
        if (isSanction(error) && made.has(id)) leaveForNotice();
        tell({ ...about, status: "refused", error, isOwn: made.has(id) } as Outcome); // as above
        return;
      }
      const attempts = job.attempts + 1;
      const notBefore = verdict === "pause" ? 0 : Date.now() + delayOf(attempts, error);
      const next: Job = { ...job, attempts, notBefore, lastFailure: toFailure(error) };
      if (given.firstAttemptAt === undefined && isUntouched(error)) delete next.firstAttemptAt;
      if (await updateIf(id, isOurs, () => next)) tell({ ...about, status: "delayed", error } as Outcome); // as above
      if (verdict === "pause") halt();
    } finally {
      clearTimeout(timer);
      sent.delete(id);
    }
  };

  /** Without a network: refuses jobs that may not wait. */
  const refuseImmediate = async () => {
    for (const job of jobs.getSnapshot()) {
      // A running job gets its own answer.
      if (job.status !== "queued" || !handlers[job.kind].isImmediate?.()) continue;
      const error = new ConnectionError();
      const toParked = (one: Job): Job => ({ ...one, status: "parked", lastFailure: toFailure(error) });
      // Another tab may be sending it by now.
      if (await updateIf(job.id, isQueued, toParked))
        tell({ kind: job.kind, job, status: "refused", error, isOwn: made.has(job.id) } as Outcome); // as above
    }
  };

  /** The result of another tab's attempt, from the row; undefined before any attempt, or while this tab makes one. */
  const elsewhere = ({ id, lane }: Job, restsBefore: number): "waiting" | Error | undefined => {
    if (sent.has(id)) return undefined;
    const job = find(id);
    // Another tab has sent it, and this one was frozen when that was reported.
    if (!job && rests !== restsBefore) return "waiting";
    const failure = job && failureIn(job);
    if (failure) return job.status !== "parked" && !endsSession(failure) ? "waiting" : failure;
    // An earlier job of its lane failed, or the network is gone: it is not sent soon.
    const isHeldUp = lanesOf(jobs.getSnapshot())
      .get(lane)
      ?.some(({ attempts }) => attempts > 0);
    return isHeldUp === true || !navigator.onLine ? "waiting" : undefined;
  };

  const lanes = createLanes({ store, local, isOn: () => stop !== undefined, deliver });
  let isWaking = false;
  let isWoken = false;
  const wake = async (): Promise<void> => {
    isWoken = true;
    if (isWaking) return;
    isWaking = true;
    try {
      // A wake during a look causes another look.
      while (isWoken && stop !== undefined) {
        isWoken = false;
        await local.keepUnkept();
        if (!navigator.onLine) await refuseImmediate();
        lanes.look();
      }
    } catch (error) {
      console.warn(error);
    } finally {
      isWaking = false;
    }
  };
  const halt = () => {
    stop?.();
    stop = undefined;
    lanes.stop();
  };
  const begin = () => {
    if (stop !== undefined || isClosed) return;
    /** A network or a server that is back: retries at once the jobs that failed, except rate-limited ones. */
    const handleBack = () => {
      void Promise.all(
        jobs
          .getSnapshot()
          .filter(({ notBefore, status }) => notBefore > 0 && status !== "parked")
          .filter(({ lastFailure }) => lastFailure?.code !== "RATE_LIMITED")
          .map(({ id }) => update(id, (job) => ({ ...job, notBefore: 0 }))),
      ).then(wake);
    };
    const handleLook = () => {
      if (document.visibilityState === "visible") void wake();
    };
    const handleChange = () => {
      local.take();
      lanes.look();
    };
    window.addEventListener("online", handleBack);
    document.addEventListener("visibilitychange", handleLook);
    const stops = [store.jobs.subscribe(handleChange), store.onPassed(tell), onRecovery(handleBack)];
    stop = () => {
      window.removeEventListener("online", handleBack);
      document.removeEventListener("visibilitychange", handleLook);
      for (const one of stops) one();
    };
    void local.reread().then(wake);
  };

  const life = new AbortController();
  watchPageRest({
    // A frozen page must not keep others from its lanes, nor hold a lock that it can not use.
    onRest: () => {
      rests += 1;
      halt();
      for (const controller of sent.values()) controller.abort(atRest);
    },
    onBack: () => {
      if (users > 0) begin();
    },
    signal: life.signal,
  });
  const close = () => {
    isClosed = true;
    life.abort();
    halt();
  };

  /** Removes one unless a tab runs it; answers whether it is gone. */
  const takeBack = async (id: string): Promise<boolean> =>
    sent.has(id)
      ? false
      : (await local.update(id, (job) => (job.status === "running" ? job : undefined))) === undefined;

  const enqueue = async <K extends JobKind>(kind: K, payload: Acts[K]["input"]): Promise<Job<K>> => {
    const handler: Pick<JobHandlers[K], "laneOf" | "supersedes"> = handlers[kind];
    const lane = handler.laneOf(payload);
    const id = newActId();
    made.add(id);
    const createdAt = Math.max(Date.now(), (jobs.getSnapshot().at(-1)?.createdAt ?? 0) + 1);
    const job: Job<K> = {
      id,
      userId,
      kind,
      payload,
      lane,
      status: "queued",
      createdAt,
      attempts: 0,
      notBefore: 0,
    };
    const before = handler.supersedes ? jobs.getSnapshot().filter((one) => one.lane === lane) : [];
    await local.add(job);
    for (const old of before) await takeBack(old.id);
    if (!navigator.onLine) await refuseImmediate();
    // A session that had ended may be back.
    if (users > 0) begin();
    void wake();
    return job;
  };

  return {
    /** For good: nothing is sent any more, even where `start` was called. */
    close: () => {
      close();
      local.release();
    },
    /** Closes it for good, and deletes the jobs. */
    erase: async () => {
      close();
      local.forget();
      await store.erase();
    },
    /** The waiting jobs, as far as they have been read. */
    jobs,
    /** Reads the waiting jobs from the device. */
    reread: local.reread,
    /** Whether one is being run, by any tab. */
    isSending: (id: string) => sent.has(id) || find(id)?.status === "running",
    /** Whether it is in this page's memory alone, since the device did not take it. */
    isUnkept: local.isUnkept,
    /** Hears the outcomes of jobs, here and in other tabs. */
    hear: (hearer: (outcome: Outcome) => void) => {
      hearers.add(hearer);
      return () => {
        hearers.delete(hearer);
      };
    },
    /** Marks a lane as shown on a screen; answers how to stop. */
    show: (lane: string) => {
      shown.push(lane);
      return () => {
        shown.splice(shown.indexOf(lane), 1);
      };
    },
    isShown: (lane: string) => shown.includes(lane),
    /** Whether a caller waits for the outcome of a job. */
    isAwaited: (id: string) => awaited.has(id),
    /** Sends waiting jobs until the returned function is called. */
    start: () => {
      users += 1;
      begin();
      return () => {
        users -= 1;
        if (users === 0) halt();
      };
    },
    /** Keeps a job and runs it as soon as possible; resolves when it is kept. */
    enqueue: async <K extends JobKind>(kind: K, payload: Acts[K]["input"]): Promise<void> => {
      await enqueue(kind, payload);
    },
    /** The same; resolves with the first result, `waiting` without a network. A refused one is not kept. */
    perform: async <K extends JobKind>(kind: K, payload: Acts[K]["input"]): Promise<Performed<K>> => {
      if (isClosed) return { status: "refused", error: new AppError("LOGIN_REQUIRED") };
      let id: string | undefined;
      const restsBefore = rests;
      const early: Outcome[] = [];
      let settle: (outcome: Outcome) => void = (outcome) => early.push(outcome);
      let settleElsewhere: () => void = () => undefined;
      const listen = (outcome: Outcome) => settle(outcome);
      const listenToJobs = () => settleElsewhere();
      hearers.add(listen);
      const stopListening = jobs.subscribe(listenToJobs);
      window.addEventListener("offline", listenToJobs);
      try {
        const job = await enqueue(kind, payload);
        id = job.id;
        awaited.add(id);
        const outcome = await new Promise<Outcome | "waiting" | Error>((resolve) => {
          settle = (one) => {
            if (one.job.id === job.id) resolve(one);
          };
          // The tab that runs the lane writes the result into the row.
          settleElsewhere = () => {
            const found = elsewhere(job, restsBefore);
            if (found !== undefined) resolve(found);
          };
          early.forEach(settle);
          settleElsewhere();
        });
        const waiting: Performed<K> = local.isUnkept(id)
          ? { status: "waiting", isUnkept: true }
          : { status: "waiting" };
        if (outcome === "waiting") return waiting;
        // An outcome of this act, so of its kind.
        if (!(outcome instanceof Error) && outcome.status === "stored")
          return { status: "stored", answer: outcome.answer };
        const error = outcome instanceof Error ? outcome : outcome.error;
        if (!(outcome instanceof Error) && outcome.status === "delayed" && !endsSession(error))
          return waiting;
        // Unless it was retried meanwhile, and is running.
        await local.update(id, (one) => (one.status === "running" ? one : undefined));
        return { status: "refused", error };
      } finally {
        hearers.delete(listen);
        stopListening();
        window.removeEventListener("offline", listenToJobs);
        if (id !== undefined) awaited.delete(id);
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
      if (users > 0) begin();
      void wake();
    },
    /** Takes one back, unless a tab is sending it. */
    cancel: async (id: string): Promise<void> => {
      await takeBack(id);
    },
  };
};

/** The engine of one person's jobs. */
export type JobEngine = ReturnType<typeof createJobEngine>;
