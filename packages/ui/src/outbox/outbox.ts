import { AppError, sendingDays } from "@knowhow/shared";
import { leaveForNotice } from "../client/client.ts";
import { ConnectionError, hasCode, isSanction, messageOf } from "../client/failure.ts";
import { actRules, type ActKind, type Acts, type Outcome, type Waiting } from "./acts.ts";
import { newActId } from "./actId.ts";
import type { OutboxStore } from "./store.ts";

const shortestMs = 1_000;
const longestMs = 5 * 60_000;

/** How long an act that did not get through waits: from a second on, twice as long each time, five minutes at most. */
export const pauseOf = (attempts: number, error: unknown): number => {
  const asked = error instanceof AppError ? (error.details.retryAfter ?? 0) * 1_000 : 0;
  return Math.max(asked, Math.min(longestMs, shortestMs * 2 ** (attempts - 1)));
};

const sendingMs = sendingDays * 24 * 60 * 60_000;
const tooLate = `처음 보낸 지 ${sendingDays}일이 지나 이미 보내졌을 수도 있어요. 확인한 뒤 다시 보내거나 취소해주세요.`;

/** Refusals that say "not now": the act is as good as before. */
const transient = new Set<AppError["code"]>([
  "IN_PROGRESS",
  "RATE_LIMITED",
  "LOGIN_REQUIRED",
  "MUST_CHANGE_PASSWORD",
]);

const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.status < 500 && error.status !== 408 && !transient.has(error.code);

/** Nothing more can be sent before the person has signed in again. */
const endsSession = (error: unknown): boolean =>
  hasCode(error, "LOGIN_REQUIRED") || hasCode(error, "MUST_CHANGE_PASSWORD");

/** No answer in time is no answer. */
const failureOf = (thrown: unknown): Error =>
  thrown instanceof Error && thrown.name !== "TimeoutError" ? thrown : new ConnectionError(thrown);

/** What a failure was, as a row can hold it. */
const saidOf = (error: Error): Pick<Waiting, "said"> =>
  error instanceof AppError ? { said: { code: error.code, details: error.details } } : {};

/** The failure that another tab wrote into a row; undefined while it has not been tried there. */
const failureIn = ({ said, refusal, attempts }: Waiting, attemptsBefore: number): Error | undefined => {
  if (refusal === undefined && attempts <= attemptsBefore) return undefined;
  return said ? new AppError(said.code, said.details) : new ConnectionError();
};

const sortOf = (one: Waiting, other: Waiting): number =>
  one.madeAt - other.madeAt || (one.id < other.id ? -1 : 1);

/** What became of an act at first. */
export type Performed<K extends ActKind> =
  { as: "stored"; answer: Acts[K]["answer"] } | { as: "waiting" } | { as: "refused"; error: Error };

/**
 * What one person says, kept on the device until the server has it. Each act is kept before it is sent, under an id by
 * which the server takes it once; acts of a lane are sent in the order they were made, by one tab at a time.
 */
export const createOutbox = (store: OutboxStore, personId: string) => {
  let rows: readonly Waiting[] = [];
  const sent = new Set<string>();
  const made = new Set<string>();
  const listeners = new Set<() => void>();
  const hearers = new Set<(outcome: Outcome) => void>();
  const shown: string[] = [];
  const awaited = new Set<string>();
  let users = 0;
  let isClosed = false;
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (next: readonly Waiting[]) => {
    rows = [...next].sort(sortOf);
    for (const listener of listeners) listener();
  };
  /** Changes that the device does not have yet, or has no room for: they are true all the same. */
  const unsaved = new Map<string, Waiting | undefined>();
  const reread = async (): Promise<void> => {
    const kept = await store.read().catch((error: unknown) => {
      // A browser that keeps nothing still sends what is in memory.
      console.warn(error);
      return [];
    });
    show([
      ...kept.filter(({ id }) => !unsaved.has(id)),
      ...[...unsaved.values()].filter((row) => row !== undefined),
    ]);
  };
  const remaining = (id: string) => rows.find((row) => row.id === id);
  /** Shows a change at once and makes it on the device; what there is no room for stays in memory. */
  const change = async (id: string, row: Waiting | undefined, save: () => Promise<void>): Promise<void> => {
    unsaved.set(id, row);
    show([...rows.filter((one) => one.id !== id), ...(row ? [row] : [])]);
    try {
      await save();
      if (unsaved.get(id) === row) unsaved.delete(id);
    } catch (error) {
      console.warn(error);
    }
  };
  const update = async (row: Waiting) => {
    if (!isClosed && remaining(row.id)) await change(row.id, row, () => store.update(row));
  };
  const remove = (id: string) => change(id, undefined, () => store.remove(id));
  const tell = (outcome: Outcome) => {
    for (const hear of hearers) hear(outcome);
  };

  const deliver = async <K extends ActKind>(kept: Waiting<K>): Promise<void> => {
    const { kind, input, id, firstTriedAt = Date.now() } = kept;
    const row: Waiting<K> = { ...kept, firstTriedAt };
    // It is about the try before.
    delete row.said;
    const about = { kind, row };
    if (Date.now() - firstTriedAt > sendingMs) {
      await update({ ...row, refusal: tooLate });
      tell({ ...about, as: "refused", error: new Error(tooLate), isOwn: false } as Outcome); // as below
      return;
    }
    sent.add(id);
    show(rows);
    try {
      // Kept first: this page may not live to see the answer.
      if (kept.firstTriedAt === undefined) await update(row);
      const answer = await actRules[kind].send(input, { id, personId });
      const outcome = { ...about, as: "stored", answer } as Outcome; // the kind and its answer belong together
      // Told first: what is stored is never missing from the screen.
      tell(outcome);
      store.pass(outcome);
      await remove(id);
    } catch (failure) {
      const error = failureOf(failure);
      if (isRefusal(error) || actRules[kind].isNow) {
        await update({ ...row, refusal: messageOf(error), ...saidOf(error) });
        if (isSanction(error) && made.has(id)) leaveForNotice();
        tell({ ...about, as: "refused", error, isOwn: made.has(id) } as Outcome); // as above
        return;
      }
      const attempts = row.attempts + 1;
      const notBefore = endsSession(error) ? 0 : Date.now() + pauseOf(attempts, error);
      await update({ ...row, attempts, notBefore, trouble: messageOf(error), ...saidOf(error) });
      tell({ ...about, as: "delayed", error } as Outcome); // as above
      if (endsSession(error)) halt();
    } finally {
      sent.delete(id);
      show(rows);
    }
  };

  /** What another tab's try came to, as far as the row tells; undefined while nobody has tried, or this tab does. */
  const elsewhere = ({ id, attempts, lane }: Waiting): "waiting" | Error | undefined => {
    if (sent.has(id)) return undefined;
    const row = remaining(id);
    const failure = row && failureIn(row, attempts);
    if (failure) return row.refusal === undefined && !endsSession(failure) ? "waiting" : failure;
    // One before it in its lane did not get through, or the network is gone: it is not sent soon.
    const isHeldUp = rows.some((one) => one.lane === lane && one.refusal === undefined && one.attempts > 0);
    return isHeldUp || !navigator.onLine ? "waiting" : undefined;
  };

  /** The first of each lane, if its time has come. */
  const due = (all: readonly Waiting[]): Waiting[] => {
    const firsts = new Map<string, Waiting>();
    for (const row of [...all].sort(sortOf)) {
      if (row.refusal === undefined && !firsts.has(row.lane)) firsts.set(row.lane, row);
    }
    return [...firsts.values()].filter(({ notBefore }) => notBefore <= Date.now());
  };
  const work = async () => {
    for (;;) {
      if (stop === undefined || !navigator.onLine) return;
      await reread();
      const next = due(rows);
      if (next.length === 0) return;
      await Promise.all(next.map((row) => deliver(row)));
    }
  };
  /** Wakes when the first of those that wait may be tried again. */
  const plan = () => {
    clearTimeout(timer);
    const times = rows.filter(({ refusal }) => refusal === undefined).map(({ notBefore }) => notBefore);
    if (stop === undefined || times.length === 0) return;
    timer = setTimeout(() => void drain(), Math.max(250, Math.min(...times) - Date.now()));
  };
  let isWaiting = false;
  const drain = async (): Promise<void> => {
    // One that has not begun yet will see everything.
    if (isWaiting || stop === undefined) return;
    isWaiting = true;
    try {
      await store.alone(async () => {
        isWaiting = false;
        await work();
      });
    } catch (error) {
      console.warn(error);
    } finally {
      isWaiting = false;
      if (navigator.onLine) plan();
    }
  };
  const halt = () => {
    stop?.();
    stop = undefined;
    clearTimeout(timer);
  };
  const begin = () => {
    if (stop !== undefined || isClosed) return;
    const wake = () => void drain();
    /** A network that is back is a reason to try at once whatever has waited for it. */
    const handleOnline = () => {
      void Promise.all(
        rows
          .filter(({ notBefore, refusal }) => notBefore > 0 && refusal === undefined)
          .map((row) => update({ ...row, notBefore: 0 })),
      ).then(wake);
    };
    const handleLook = () => {
      if (document.visibilityState === "visible") wake();
    };
    window.addEventListener("online", handleOnline);
    document.addEventListener("visibilitychange", handleLook);
    const stops = [store.onChange(() => void reread()), store.onPassed(tell)];
    stop = () => {
      window.removeEventListener("online", handleOnline);
      document.removeEventListener("visibilitychange", handleLook);
      for (const one of stops) one();
    };
    void reread().then(wake);
  };

  const add = async <K extends ActKind>(kind: K, input: Acts[K]["input"]): Promise<Waiting<K>> => {
    const rule: { laneOf: (input: Acts[K]["input"]) => string; replaces?: boolean } = actRules[kind];
    const lane = rule.laneOf(input);
    const id = newActId();
    made.add(id);
    const madeAt = Math.max(Date.now(), (rows.at(-1)?.madeAt ?? 0) + 1);
    const row: Waiting<K> = {
      ...{ id, kind, input, lane, madeAt, attempts: 0, notBefore: 0 },
      // It is tried at once.
      ...(navigator.onLine ? { firstTriedAt: Date.now() } : {}),
    };
    const before = rule.replaces ? rows.filter((one) => one.lane === lane && !sent.has(one.id)) : [];
    await change(id, row, () => store.add(row));
    for (const old of before) await remove(old.id);
    // A session that had ended may be there again.
    if (users > 0) begin();
    void drain();
    return row;
  };

  return {
    /** For good: nothing is sent any more, whoever still wants it. */
    close: () => {
      isClosed = true;
      halt();
    },
    /** Closes it for good, and deletes what waits. */
    erase: async () => {
      isClosed = true;
      halt();
      show([]);
      await store.erase();
    },
    /** What waits, as far as it has been read. */
    read: () => rows,
    /** Reads what waits on the device. */
    reread,
    isSending: (id: string) => sent.has(id),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Hears what becomes of acts, here and in other tabs. */
    hear: (hearer: (outcome: Outcome) => void) => {
      hearers.add(hearer);
      return () => {
        hearers.delete(hearer);
      };
    },
    /** Says that a screen shows what becomes of a lane; answers how to stop. */
    show: (lane: string) => {
      shown.push(lane);
      return () => {
        shown.splice(shown.indexOf(lane), 1);
      };
    },
    isShown: (lane: string) => shown.includes(lane),
    /** Whether somebody waits for what becomes of an act. */
    isAwaited: (id: string) => awaited.has(id),
    /** Sends what waits for as long as somebody wants that. */
    start: () => {
      users += 1;
      begin();
      return () => {
        users -= 1;
        if (users === 0) halt();
      };
    },
    /** Keeps an act and sends it as soon as that is possible; resolves when it is kept. */
    add: async <K extends ActKind>(kind: K, input: Acts[K]["input"]): Promise<void> => {
      await add(kind, input);
    },
    /** The same; resolves with what became of it at first, `waiting` without a network. A refused one is not kept. */
    perform: async <K extends ActKind>(kind: K, input: Acts[K]["input"]): Promise<Performed<K>> => {
      let id: string | undefined;
      const early: Outcome[] = [];
      let settle: (outcome: Outcome) => void = (outcome) => early.push(outcome);
      let look: () => void = () => undefined;
      const listen = (outcome: Outcome) => settle(outcome);
      const listenToRows = () => look();
      hearers.add(listen);
      listeners.add(listenToRows);
      window.addEventListener("offline", listenToRows);
      try {
        const row = await add(kind, input);
        id = row.id;
        awaited.add(id);
        const outcome = await new Promise<Outcome | "waiting" | Error>((resolve) => {
          settle = (one) => {
            if (one.row.id === row.id) resolve(one);
          };
          // Only one tab sends, and what it was told stands in the row.
          look = () => {
            const found = elsewhere(row);
            if (found !== undefined) resolve(found);
          };
          early.forEach(settle);
          look();
        });
        if (outcome === "waiting") return { as: "waiting" };
        // An outcome of this act, so of its kind.
        if (!(outcome instanceof Error) && outcome.as === "stored")
          return { as: "stored", answer: outcome.answer };
        const error = outcome instanceof Error ? outcome : outcome.error;
        if (!(outcome instanceof Error) && outcome.as === "delayed" && !endsSession(error))
          return { as: "waiting" };
        await remove(id);
        return { as: "refused", error };
      } finally {
        hearers.delete(listen);
        listeners.delete(listenToRows);
        window.removeEventListener("offline", listenToRows);
        if (id !== undefined) awaited.delete(id);
      }
    },
    /** Sends one again now; it keeps its place and its id. */
    retry: async (id: string): Promise<void> => {
      const row = remaining(id);
      if (!row) return;
      const { input, lane, madeAt, attempts, kind, refusal, firstTriedAt } = row;
      made.add(id);
      const again = { id, kind, input, lane, madeAt, attempts, notBefore: 0 };
      // What was refused was not done; what was parked for its age is sent again because somebody wants that.
      await update(refusal !== undefined || firstTriedAt === undefined ? again : { ...again, firstTriedAt });
      if (users > 0) begin();
      void drain();
    },
    /** Takes one back that is not being sent. */
    cancel: async (id: string): Promise<void> => {
      if (!sent.has(id)) await remove(id);
    },
  };
};
export type Outbox = ReturnType<typeof createOutbox>;
