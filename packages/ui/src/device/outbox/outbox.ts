import { AppError, sendingDays } from "@knowhow/shared";
import { leaveForNotice } from "../../client/client.ts";
import { ConnectionError, HttpError, isSanction, messageOf } from "../../components/failure.ts";
import { onRecovery } from "../../client/responseCache.ts";
import { without } from "../../client/without.ts";
import { platform } from "../../client/platform.ts";
import { actRules, type ActKind, type Acts, type Outcome, type Waiting } from "./acts.ts";
import { newActId } from "./actId.ts";
import { endsSession, failureOf, isRefusal, isUntouched } from "./failures.ts";
import { createKept } from "./kept.ts";
import { createLanes, firstsOf, soonestOf } from "./lanes.ts";
import type { OutboxStore } from "./store.ts";
import { pauseOf, wakeAt } from "./times.ts";

const sendingMs = sendingDays * 24 * 60 * 60_000;
const tooLate = `처음 보낸 지 ${sendingDays}일이 지나 이미 보내졌을 수도 있어요. 확인한 뒤 다시 보내거나 취소해주세요.`;

/** What a failure was, as a row can hold it. */
const saidOf = (error: Error): Pick<Waiting, "said"> =>
  error instanceof AppError ? { said: { code: error.code, details: error.details } } : {};

/** The failure that another tab wrote into a row; undefined while it has not been tried there. */
const failureIn = ({ said, refusal, attempts }: Waiting, attemptsBefore: number): Error | undefined => {
  if (refusal === undefined && attempts <= attemptsBefore) return undefined;
  if (said) return new AppError(said.code, said.details);
  return refusal === undefined ? new ConnectionError() : new HttpError(400, refusal, refusal);
};

/** Whether it is sent now or refused: what an administrator says, but for a shell that lets it wait. */
const isNowOrNever = (kind: ActKind): boolean => actRules[kind].isStaff === true && !platform.staffWaits;

/** What became of an act at first. */
export type Performed<K extends ActKind> =
  | { status: "stored"; answer: Acts[K]["answer"] }
  /** `isUnkept`: in this page's memory alone. */
  | { status: "waiting"; isUnkept?: true }
  | { status: "refused"; error: Error };

/**
 * What one person says, kept on the device until the server has it. Each act is kept before it is sent, under an id by
 * which the server takes it once; acts of a lane are sent in the order they were made, by one tab at a time.
 */
export const createOutbox = (store: OutboxStore, personId: string) => {
  const kept = createKept(store);
  const { change, find } = kept;
  const sent = new Set<string>();
  const made = new Set<string>();
  const hearers = new Set<(outcome: Outcome) => void>();
  const shown: string[] = [];
  const awaited = new Set<string>();
  let users = 0;
  let isClosed = false;
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const update = async (id: string, how: (row: Waiting) => Waiting) => {
    if (!isClosed) await change(id, how);
  };
  /** Says on the device that it is being sent; answers whether it is still there. */
  const claim = async ({ id }: Waiting, firstTriedAt: number): Promise<boolean> =>
    !isClosed &&
    (await change(id, (row) => ({ ...without(row, "said"), firstTriedAt, isSending: true }))) !== undefined;
  const tell = (outcome: Outcome) => {
    for (const hear of hearers) hear(outcome);
  };

  const deliver = async <K extends ActKind>(given: Waiting<K>): Promise<void> => {
    const { kind, input, id, firstTriedAt = Date.now() } = given;
    // Without what is about the try before.
    const row: Waiting<K> = { ...without(given, "said", "isSending"), firstTriedAt };
    const about = { kind, row };
    if (Date.now() - firstTriedAt > sendingMs) {
      await update(id, () => ({ ...row, refusal: tooLate }));
      tell({ ...about, status: "refused", error: new Error(tooLate), isOwn: false } as Outcome); // as below
      return;
    }
    sent.add(id);
    kept.tell();
    try {
      // Kept first: this page may not live to see the answer, and another tab may have taken it back.
      if (!(await claim(row, firstTriedAt))) return;
      const answer = await actRules[kind].send(input, { id, personId });
      const outcome = { ...about, status: "stored", answer } as Outcome; // the kind and its answer belong together
      // Told first: what is stored is never missing from the screen.
      tell(outcome);
      store.pass(outcome);
      await kept.remove(id);
    } catch (failure) {
      const error = failureOf(failure);
      if (isRefusal(error) || isNowOrNever(kind)) {
        await update(id, () => ({ ...row, refusal: messageOf(error), ...saidOf(error) }));
        if (isSanction(error) && made.has(id)) leaveForNotice();
        tell({ ...about, status: "refused", error, isOwn: made.has(id) } as Outcome); // as above
        return;
      }
      const attempts = row.attempts + 1;
      const notBefore = endsSession(error) ? 0 : Date.now() + pauseOf(attempts, error);
      const next: Waiting = { ...row, attempts, notBefore, trouble: messageOf(error), ...saidOf(error) };
      if (given.firstTriedAt === undefined && isUntouched(error)) delete next.firstTriedAt;
      await update(id, () => next);
      tell({ ...about, status: "delayed", error } as Outcome); // as above
      if (endsSession(error)) halt();
    } finally {
      sent.delete(id);
      kept.tell();
    }
  };

  /** Without a network: what can not wait is not sent later either. */
  const refuseStaff = async () => {
    for (const row of kept.all()) {
      // One that is being sent hears its own answer.
      if (row.refusal !== undefined || row.isSending || !isNowOrNever(row.kind)) continue;
      const error = new ConnectionError();
      await update(row.id, (one) => ({ ...one, refusal: messageOf(error) }));
      tell({ kind: row.kind, row, status: "refused", error, isOwn: made.has(row.id) } as Outcome); // as above
    }
  };

  /** What another tab's try came to, as far as the row tells; undefined while nobody has tried, or this tab does. */
  const elsewhere = ({ id, attempts, lane }: Waiting): "waiting" | Error | undefined => {
    if (sent.has(id)) return undefined;
    const row = find(id);
    const failure = row && failureIn(row, attempts);
    if (failure) return row.refusal === undefined && !endsSession(failure) ? "waiting" : failure;
    // One before it in its lane did not get through, or the network is gone: it is not sent soon.
    const isHeldUp = kept
      .all()
      .some((one) => one.lane === lane && one.refusal === undefined && one.attempts > 0);
    return isHeldUp || !navigator.onLine ? "waiting" : undefined;
  };

  /** Only one tab sends at a time: what another was sending was cut off with it. */
  const settleCutOff = async () => {
    await kept.keepUnkept();
    await kept.reread();
    for (const { id, isSending } of kept.all())
      if (isSending) await update(id, (row) => without(row, "isSending"));
  };
  const lanes = createLanes(deliver);
  const readToSend = async () => {
    if (stop === undefined) return undefined;
    if (!navigator.onLine) {
      await refuseStaff();
      return undefined;
    }
    await kept.reread();
    return kept.all();
  };
  /** Wakes when the first of those that wait may be tried again. */
  const plan = () => {
    clearTimeout(timer);
    const soonest = soonestOf(firstsOf(kept.all()));
    if (stop === undefined || soonest === undefined) return;
    timer = wakeAt(soonest, () => void drain(), 250);
  };
  let isWaiting = false;
  let isWorking = false;
  const planUnlessBusy = () => {
    if (!isWaiting && !isWorking && navigator.onLine) plan();
  };
  const drain = async (): Promise<void> => {
    lanes.nudge();
    // One that has not begun yet will see everything.
    if (isWaiting || stop === undefined) return;
    isWaiting = true;
    try {
      await store.alone(async () => {
        isWaiting = false;
        isWorking = true;
        await settleCutOff();
        await lanes.work(readToSend);
      });
    } catch (error) {
      console.warn(error);
    } finally {
      isWaiting = false;
      isWorking = false;
      planUnlessBusy();
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
    /** A network or a server that is back is a reason to try at once whatever has waited for it, and nothing else. */
    const handleBack = () => {
      void Promise.all(
        kept
          .all()
          .filter(({ notBefore, refusal }) => notBefore > 0 && refusal === undefined)
          .filter(({ said }) => said?.code !== "RATE_LIMITED")
          .map(({ id }) => update(id, (row) => ({ ...row, notBefore: 0 }))),
      ).then(wake);
    };
    const handleLook = () => {
      if (document.visibilityState === "visible") wake();
    };
    window.addEventListener("online", handleBack);
    document.addEventListener("visibilitychange", handleLook);
    // Should the tab that sends be closed, this one goes on.
    const handleChange = () => {
      lanes.nudge();
      void kept.reread().then(planUnlessBusy);
    };
    const stops = [store.onChange(handleChange), store.onPassed(tell), onRecovery(handleBack)];
    stop = () => {
      window.removeEventListener("online", handleBack);
      document.removeEventListener("visibilitychange", handleLook);
      for (const one of stops) one();
    };
    void kept.reread().then(wake);
  };

  /** Removes one unless a tab is sending it; answers whether it is gone. */
  const takeBack = async (id: string): Promise<boolean> =>
    sent.has(id) ? false : (await change(id, (row) => (row.isSending ? row : undefined))) === undefined;

  const add = async <K extends ActKind>(kind: K, input: Acts[K]["input"]): Promise<Waiting<K>> => {
    const rule: { laneOf: (input: Acts[K]["input"]) => string; replaces?: boolean } = actRules[kind];
    const lane = rule.laneOf(input);
    const id = newActId();
    made.add(id);
    const madeAt = Math.max(Date.now(), (kept.all().at(-1)?.madeAt ?? 0) + 1);
    const row: Waiting<K> = { id, kind, input, lane, madeAt, attempts: 0, notBefore: 0 };
    const before = rule.replaces ? kept.all().filter((one) => one.lane === lane) : [];
    await kept.add(row);
    for (const old of before) await takeBack(old.id);
    // At once: whoever has the lock may be waiting for an answer.
    if (!navigator.onLine) await refuseStaff();
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
      kept.release();
    },
    /** Closes it for good, and deletes what waits. */
    erase: async () => {
      isClosed = true;
      halt();
      kept.forget();
      await store.erase();
    },
    /** What waits, as far as it has been read. */
    read: kept.all,
    /** Reads what waits on the device. */
    reread: kept.reread,
    /** Whether one is being sent, by whichever tab. */
    isSending: (id: string) => sent.has(id) || find(id)?.isSending === true,
    /** Whether it is in this page's memory alone, since the device did not take it. */
    isUnkept: kept.isUnkept,
    subscribe: kept.subscribe,
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
      const stopListening = kept.subscribe(listenToRows);
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
        const waiting: Performed<K> = kept.isUnkept(id)
          ? { status: "waiting", isUnkept: true }
          : { status: "waiting" };
        if (outcome === "waiting") return waiting;
        // An outcome of this act, so of its kind.
        if (!(outcome instanceof Error) && outcome.status === "stored")
          return { status: "stored", answer: outcome.answer };
        const error = outcome instanceof Error ? outcome : outcome.error;
        if (!(outcome instanceof Error) && outcome.status === "delayed" && !endsSession(error))
          return waiting;
        await kept.remove(id);
        return { status: "refused", error };
      } finally {
        hearers.delete(listen);
        stopListening();
        window.removeEventListener("offline", listenToRows);
        if (id !== undefined) awaited.delete(id);
      }
    },
    /** Sends one again now; it keeps its place and its id. */
    retry: async (id: string): Promise<void> => {
      if (!find(id)) return;
      made.add(id);
      await update(id, (one) => {
        if (one.isSending) return one;
        const again = { ...without(one, "refusal", "trouble", "said"), notBefore: 0 };
        // What was refused was not done; what was parked for its age is sent again because somebody wants that.
        return one.refusal === undefined ? again : without(again, "firstTriedAt");
      });
      if (users > 0) begin();
      void drain();
    },
    /** Takes one back, unless a tab is sending it. */
    cancel: async (id: string): Promise<void> => {
      await takeBack(id);
    },
  };
};
export type Outbox = ReturnType<typeof createOutbox>;
