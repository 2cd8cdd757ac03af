// @vitest-environment jsdom
import { AppError } from "@knowhow/shared";
import { createJobEngine, type JobEngine } from "@knowhow/ui/device/jobs/engine.ts";
import { actHandlers } from "@knowhow/ui/device/jobs/handlers/act.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobStore } from "@knowhow/ui/device/jobs/store.ts";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { buildMessage } from "@knowhow/ui/features/admin/testing.ts";
import { buildComment } from "@knowhow/ui/testing/comments.ts";
import { answerTo } from "@knowhow/ui/testing/contractCheck.ts";
import type { Job } from "@knowhow/ui/device/jobs/job.ts";
import { actOf } from "../testing/unsent.ts";
import { databaseOf, eraseDatabase, personsKept } from "./database.ts";
import { createDeviceJobStore } from "./jobStore.ts";

/** The browser's locks: one holder at a time, unless the lock is stolen. */
const createLocks = () => {
  const held = new Map<string, object>();
  return {
    held,
    request: async (
      name: string,
      { steal = false }: LockOptions,
      work: (lock: object | null) => Promise<boolean>,
    ) => {
      if (held.has(name) && !steal) return work(null);
      const lock = { name };
      held.set(name, lock);
      try {
        return await work(lock);
      } finally {
        if (held.get(name) === lock) held.delete(name);
      }
    },
  };
};

describe("jobs in two tabs", () => {
  let tests = 0;
  let person = "";
  let asked: ((response: Response) => void)[];
  let tabs: [JobEngine, JobEngine];
  let locks: ReturnType<typeof createLocks>;
  const answer = (index: number, status: number, body: object) => {
    const call = vi.mocked(fetch).mock.calls[index];
    if (call) asked[index]?.(answerTo(call, body, { status }));
  };
  /** The device's jobs, in the order they were made. */
  const kept = async () =>
    (await createDeviceJobStore(person).read()).sort((one, other) => one.createdAt - other.createdAt);
  const asking = (count: number) => expect.poll(() => asked).toHaveLength(count);
  const open = (changes: Partial<JobStore> = {}) =>
    createJobEngine({
      store: { ...createDeviceJobStore(person), ...changes },
      userId: person,
      handlers: actHandlers,
      staffWaits: false,
    });
  /** A second tab for which the first one sends. */
  const openIdle = () => {
    tabs[1].close();
    tabs[1] = open({ runInLane: async () => false });
    tabs[1].start();
    return tabs;
  };
  /** Jobs left by tabs that are closed by now. */
  const leave = async (comments: readonly (readonly [contentId: string, text: string])[]) => {
    const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    for (const [contentId, text] of comments) await tabs[0].enqueue("comment", { contentId, text });
    for (const tab of tabs) tab.close();
    isOnline.mockReturnValue(true);
  };
  const saidIn = ([address, request]: Parameters<typeof fetch>) =>
    request?.method === "POST" && typeof request.body === "string"
      ? [address, (JSON.parse(request.body) as { comment: string }).comment] // sent by a test
      : [];
  const report = { contentId: "c", reportReason: "spam", reportDetails: "", about: "x" } as const;

  beforeEach(() => {
    tests += 1;
    person = `tabs${tests}`;
    asked = [];
    locks = createLocks();
    Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    vi.spyOn(globalThis, "fetch").mockImplementation(() => new Promise((resolve) => asked.push(resolve)));
    tabs = [open(), open()];
    for (const tab of tabs) tab.start();
  });
  afterEach(async () => {
    for (const tab of tabs) tab.close();
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, "locks");
    await eraseDatabase(person);
  });

  it("tells a form in one what the other was told, when it sends for both", async () => {
    const [one, two] = openIdle();
    await one.enqueue("comment", { contentId: "c", text: "slow" });
    await asking(1);
    const refused = two.perform("report", report);
    // The first tab sends it in its next round.
    await expect.poll(() => one.jobs.getSnapshot()).toHaveLength(2);
    answer(0, 201, buildComment());
    await asking(2);
    answer(1, 409, { code: "ALREADY_REPORTED", message: "이미" });
    const outcome = await refused;
    expect(outcome).toMatchObject({
      status: "refused",
      error: { code: "ALREADY_REPORTED", message: "이미" },
    });
    expect(outcome.status === "refused" && outcome.error).toBeInstanceOf(AppError);
    await expect.poll(() => one.jobs.getSnapshot()).toEqual([]);
  });

  it("does not let a form wait for another tab's later tries", async () => {
    const [one, two] = openIdle();
    await one.enqueue("comment", { contentId: "c", text: "slow" });
    await asking(1);
    const delayed = two.perform("report", report);
    await expect.poll(() => one.jobs.getSnapshot()).toHaveLength(2);
    answer(0, 201, buildComment());
    await asking(2);
    answer(1, 503, { code: "UNAVAILABLE", message: "나중에" });
    expect(await delayed).toEqual({ status: "waiting" });
  });

  it("takes nothing back in one that the other is sending", async () => {
    const [one, two] = tabs;
    await one.enqueue("comment", { contentId: "c", text: "slow" });
    await asking(1);
    await expect.poll(() => two.jobs.getSnapshot().map(({ id }) => two.isSending(id))).toEqual([true]);
    const id = two.jobs.getSnapshot()[0]?.id ?? "";
    await two.cancel(id);
    await two.retry(id);
    await two.reread();
    expect(two.jobs.getSnapshot()).toHaveLength(1);
    answer(0, 201, buildComment());
    await expect.poll(() => [one.jobs.getSnapshot(), two.jobs.getSnapshot()]).toEqual([[], []]);
    expect(asked).toHaveLength(1);
  });

  it("sends nothing that another has taken back", async () => {
    const [one, two] = tabs;
    await one.enqueue("comment", { contentId: "c", text: "slow" });
    await asking(1);
    await two.enqueue("comment", { contentId: "c", text: "아니다" });
    await expect.poll(() => one.jobs.getSnapshot()).toHaveLength(2);
    // Taken back by a third tab, which the first does not know before it goes on.
    const [, next] = two.jobs.getSnapshot();
    if (next) await createDeviceJobStore(person).change(next.id, () => undefined);
    answer(0, 201, buildComment());
    await expect.poll(() => [one.jobs.getSnapshot(), two.jobs.getSnapshot()]).toEqual([[], []]);
    expect(asked).toHaveLength(1);
  });

  it("lets go of what was being sent when the browser was killed, and knows that it may have arrived", async () => {
    const [one] = tabs;
    await one.enqueue("comment", { contentId: "c", text: "slow" });
    await asking(1);
    for (const tab of tabs) tab.close();
    // A browser's locks end with its process.
    Object.defineProperty(navigator, "locks", { value: createLocks(), configurable: true });
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const next = open();
    next.start();
    await expect.poll(() => next.jobs.getSnapshot().map(({ id }) => next.isSending(id))).toEqual([false]);
    expect(next.jobs.getSnapshot()[0]?.firstAttemptAt).toBeDefined();
    await next.cancel(next.jobs.getSnapshot()[0]?.id ?? "");
    expect(await kept()).toEqual([]);
    next.close();
  });

  it("shows an act once it is on the device, and one that has no room there all the same", async () => {
    const [one] = tabs;
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const seen: string[] = [];
    const put = vi.spyOn(databaseOf(person).jobs, "put").mockImplementationOnce((row) => {
      seen.push(`shown before: ${one.jobs.getSnapshot().length}`);
      put.mockRestore();
      return databaseOf(person).jobs.put(row);
    });
    await one.enqueue("comment", { contentId: "c", text: "하나" });
    expect([seen, one.jobs.getSnapshot().length, (await kept()).length]).toEqual([["shown before: 0"], 1, 1]);
    vi.spyOn(databaseOf(person).jobs, "put").mockRejectedValue(
      new DOMException("full", "QuotaExceededError"),
    );
    await one.enqueue("comment", { contentId: "c", text: "둘" });
    await one.reread();
    expect([one.jobs.getSnapshot().length, (await kept()).length]).toEqual([2, 1]);
    vi.mocked(databaseOf(person).jobs.put).mockRestore();
    // The device has room again by the next change.
    await one.retry(one.jobs.getSnapshot()[1]?.id ?? "");
    expect((await kept()).length).toBe(2);
  });

  it("sends what both have said of one thing once and in its order, whichever of them does", async () => {
    vi.mocked(fetch).mockImplementation(async (...call) => answerTo(call, buildComment(), { status: 201 }));
    const texts = ["하나", "둘", "셋", "넷", "다섯", "여섯"];
    for (const [index, text] of texts.entries()) {
      await tabs[index % 2]?.enqueue("comment", { contentId: "c", text });
      await tabs[index % 2]?.enqueue("comment", { contentId: `other${index}`, text });
      // The order depends on the jobs that a tab knows.
      await tabs[(index + 1) % 2]?.reread();
    }
    await expect.poll(() => tabs.map((tab) => tab.jobs.getSnapshot())).toEqual([[], []]);
    const said = vi.mocked(fetch).mock.calls.map(saidIn);
    const about = (id: string) => said.filter(([address]) => address === `/api/contents/${id}/comments`);
    expect(about("c").map(([, text]) => text)).toEqual(texts);
    expect(said).toHaveLength(2 * texts.length);
  });

  it("goes on with what another tab has left, and takes from a frozen one only what is long over its lease", async () => {
    for (const tab of tabs) tab.close();
    const store = createDeviceJobStore(person);
    const put = (contentId: string, leaseUntil: number) =>
      store.change(contentId, () => ({
        id: contentId,
        userId: person,
        kind: "comment",
        payload: { contentId, text: contentId },
        lane: `comments:${contentId}`,
        status: "running",
        createdAt: 1,
        attempts: 0,
        notBefore: 0,
        leaseUntil,
      }));
    const laneOf = (contentId: string) => `knowhow:${person}:lane:comments:${contentId}`;
    await put("left", Date.now() + 40_000);
    await put("frozen", Date.now() - 31_000);
    await put("slow", Date.now() - 20_000);
    for (const id of ["frozen", "slow"]) locks.held.set(laneOf(id), {});
    const next = open();
    next.start();
    await asking(2);
    const said = () => vi.mocked(fetch).mock.calls.map((call) => saidIn(call)[1]);
    expect(said().sort()).toEqual(["frozen", "left"]);
    for (const index of [0, 1]) answer(index, 201, buildComment());
    await expect.poll(() => next.jobs.getSnapshot().map(({ id }) => id)).toEqual(["slow"]);
    // The tab that held the lane is closed.
    locks.held.delete(laneOf("slow"));
    document.dispatchEvent(new Event("visibilitychange"));
    await asking(3);
    expect(said().at(-1)).toBe("slow");
    answer(2, 201, buildComment());
    await expect.poll(() => next.jobs.getSnapshot()).toEqual([]);
    next.close();
  });

  it("sends first what another tab has said first, of which it has not heard", async () => {
    const store = createDeviceJobStore(person);
    await leave([["c", "먼저"]]);
    await store.change((await kept())[0]?.id ?? "", (job) => job && { ...job, createdAt: 1 });
    const deaf = open({
      onChange: () => () => undefined,
      read: vi.fn<JobStore["read"]>(store.read).mockResolvedValueOnce([]),
    });
    deaf.start();
    await deaf.enqueue("comment", { contentId: "c", text: "나중" });
    for (const [index, text] of ["먼저", "나중"].entries()) {
      await asking(index + 1);
      expect(
        vi
          .mocked(fetch)
          .mock.calls.map((call) => saidIn(call)[1])
          .at(-1),
      ).toBe(text);
      answer(index, 201, buildComment());
    }
    await expect.poll(store.read).toEqual([]);
    deaf.close();
  });

  it("does not send what another tab has parked since it was read", async () => {
    const store = createDeviceJobStore(person);
    await leave([
      ["c", "거절된 것"],
      ["d", "다른 것"],
    ]);
    const before = await kept();
    await store.change(before[0]?.id ?? "", (job) => job && { ...job, status: "parked" });
    const late = open({ read: async () => before });
    late.start();
    await asking(1);
    answer(0, 201, buildComment());
    await expect
      .poll(async () => (await kept()).map(({ id, status }) => [id, status]))
      .toEqual([[before[0]?.id, "parked"]]);
    expect(vi.mocked(fetch).mock.calls.map((call) => saidIn(call)[1])).toEqual(["다른 것"]);
    late.close();
  });

  it("refuses nothing without a network in one that the other is sending", async () => {
    const [one, two] = tabs;
    await one.enqueue("reply", { roomId: "room", text: "답변" });
    await asking(1);
    // The row as this tab read it last.
    const stale = (await kept()).map((job): Job => ({
      ...job,
      status: "queued",
    }));
    two.close();
    const late = open({
      onChange: () => () => undefined,
      read: async () => stale,
      runInLane: async () => false,
    });
    const refused: unknown[] = [];
    late.hear((outcome) => refused.push(outcome));
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    late.start();
    await late.enqueue("joinedMessage", { roomId: "other", text: "이 탭의 말" });
    await expect
      .poll(() => refused)
      .toEqual([expect.objectContaining({ status: "refused", kind: "joinedMessage" })]);
    expect((await kept()).map(({ kind, status }) => [kind, status])).toEqual([
      ["reply", "running"],
      ["joinedMessage", "parked"],
    ]);
    answer(0, 201, { message: buildMessage() });
    await expect.poll(async () => (await kept()).length).toBe(1);
    late.close();
  });

  it("says nothing in one of what the other has taken over from it and is sending", async () => {
    const [one, two] = tabs;
    two.close();
    const told: unknown[] = [];
    one.hear(({ job, status }) => told.push([job.lane, status]));
    await one.enqueue("comment", { contentId: "c", text: "얼어붙은 탭의 글" });
    await asking(1);
    const store = createDeviceJobStore(person);
    const leaseUntil = Date.now() + 100_000;
    locks.held.set(`knowhow:${person}:lane:comments:c`, {});
    await store.change((await kept())[0]?.id ?? "", (job) => job && { ...job, leaseUntil });
    await one.enqueue("comment", { contentId: "d", text: "다른 글" });
    await asking(2);
    // The late answers of the server.
    answer(0, 409, { code: "IDEMPOTENCY_KEY_REUSED", message: "이미" });
    answer(1, 201, buildComment());
    await expect
      .poll(async () => (await kept()).map((job) => [job.lane, job.status, job.leaseUntil]))
      .toEqual([["comments:c", "running", leaseUntil]]);
    expect(told).toEqual([["comments:d", "stored"]]);
  });

  it("leaves a lane to the other when a page is frozen, and goes on when it is not any more", async () => {
    const [one, two] = tabs;
    two.close();
    const signals: (AbortSignal | null | undefined)[] = [];
    vi.mocked(fetch).mockImplementation(
      (_, request) =>
        new Promise((resolve, reject) => {
          signals.push(request?.signal);
          asked.push(resolve);
          request?.signal?.addEventListener("abort", () => reject(new DOMException("x", "AbortError")));
        }),
    );
    const told: unknown[] = [];
    one.hear(({ status }) => told.push(status));
    const waited = one.perform("comment", { contentId: "c", text: "하나" });
    await asking(1);
    await one.enqueue("comment", { contentId: "d", text: "둘" });
    await asking(2);
    document.dispatchEvent(new Event("freeze"));
    await expect.poll(() => locks.held.size).toBe(0);
    expect([signals.map((signal) => signal?.aborted), told]).toEqual([[true, true], []]);
    const keys = (await kept()).map(({ id }) => id);
    const { runInLane } = createDeviceJobStore(person);
    const next = open({
      runInLane: async (lane, work) => (lane === "comments:c" ? runInLane(lane, work) : false),
    });
    next.start();
    await asking(3);
    answer(2, 201, buildComment());
    await expect.poll(async () => (await kept()).map(({ id }) => id)).toEqual([keys[1]]); // oxfmt-ignore
    next.close();
    document.dispatchEvent(new Event("resume"));
    await asking(4);
    answer(3, 201, buildComment());
    await expect.poll(kept).toEqual([]);
    // The second tab got no message from the first, and does not wait for one.
    expect([await waited, told]).toEqual([{ status: "waiting" }, ["stored"]]);
  });

  it("makes nothing anew of who has signed out, when an answer comes late", async () => {
    const [one] = tabs;
    setActiveUser(person);
    await databaseOf("bystander").jobs.put(actOf("bystander"));
    const refused = one.perform("report", report);
    await one.enqueue("comment", { contentId: "c", text: "slow" });
    await asking(2);
    setActiveUser(null);
    await one.erase();
    setActiveUser("bystander");
    const addresses = vi.mocked(fetch).mock.calls.map((call) => saidIn(call)[0]);
    const comment = addresses.indexOf("/api/contents/c/comments");
    answer(1 - comment, 409, { code: "ALREADY_REPORTED", message: "이미" });
    answer(comment, 201, buildComment());
    await refused;
    expect(await one.perform("report", report)).toMatchObject({ status: "refused" });
    await one.enqueue("comment", { contentId: "c", text: "늦은 글" });
    await one.reread();
    expect(await personsKept()).toEqual(["bystander"]);
    expect(await databaseOf("bystander").jobs.toArray()).toEqual([actOf("bystander")]);
    setActiveUser(null);
    await eraseDatabase("bystander");
  });
});
