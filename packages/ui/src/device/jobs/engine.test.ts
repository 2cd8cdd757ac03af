import { api, personHeader } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onResponse } from "../../client/responseCache.ts";
import { sessionEpoch } from "../../client/activeUser.ts";
import { startServer, type FakeAnswer, type RecordedRequest } from "../../testing/server.ts";
import { delayOf } from "./backoff.ts";
import { createJobEngine, type JobEngine } from "./engine.ts";
import { actHandlers } from "./handlers/act.ts";
import type { Job, Outcome } from "./job.ts";
import { createTabJobStore } from "./store.ts";
import { onSanctioned } from "../../client/refusals.ts";
import { serveFrom } from "../../testing/pageOrigin.ts";

const person = "01900000-0000-7000-8000-00000000000a";
const message = (text: string) => ({
  id: "01900000-0000-7000-8000-0000000000c1",
  senderId: person,
  message: text,
  messageType: "text",
  clientId: null,
  isRead: false,
  createdAt: "2026-11-21T00:00:00.000Z",
});
const textOf = ({ body }: RecordedRequest) => (JSON.parse(body) as { message: string }).message; // what a test has sent
const stored = (asked: RecordedRequest): FakeAnswer => ({
  status: 201,
  body: { message: message(textOf(asked)) },
});
const failing = (status: number, code: string, headers = {}): FakeAnswer => ({
  status,
  headers,
  body: { code, message: "안 됩니다" },
});

describe("the job engine", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let outbox: JobEngine;
  let outcomes: Outcome[];
  let staffWaits: boolean;
  let stop: () => void;

  const open = async (answer: (asked: RecordedRequest) => FakeAnswer | Promise<FakeAnswer>) => {
    server = await startServer(answer);
    reopen();
  };
  const reopen = () => {
    outbox = createJobEngine({
      store: createTabJobStore(person),
      userId: person,
      handlers: actHandlers,
      staffWaits,
    });
    outbox.hear((outcome) => outcomes.push(outcome));
    stop = outbox.start();
  };
  const goes = (isOnline: boolean) => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  };
  const sentTexts = () => server.asked.map(textOf);
  const waits = (text: string, roomId = "room") => outbox.enqueue("message", { roomId, text });
  const rows = () =>
    outbox.jobs.getSnapshot().map(({ payload, lastFailure }: Job) => [payload, lastFailure?.message]);

  beforeEach(() => {
    sessionStorage.clear();
    outcomes = [];
    staffWaits = false;
  });
  afterEach(async () => {
    stop();
    vi.restoreAllMocks();
    await server.close();
  });

  it("sends what was said without a network once there is one, in the order of each room", async () => {
    await open(stored);
    goes(false);
    for (const text of ["하나", "둘", "셋"]) await waits(text);
    await waits("다른 방", "other");
    expect(rows()).toHaveLength(4);
    goes(true);
    await expect.poll(rows).toEqual([]);
    expect(sentTexts().filter((text) => text !== "다른 방")).toEqual(["하나", "둘", "셋"]);
    expect(sentTexts()).toHaveLength(4);
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "stored"));
  });

  it("sends again, under the same key, what a page left unanswered behind", async () => {
    let isFirst = true;
    await open(async (asked) => {
      if (!isFirst) return stored(asked);
      isFirst = false;
      return new Promise<FakeAnswer>(() => undefined);
    });
    await waits("끊긴 것");
    await expect.poll(() => server.asked).toHaveLength(1);
    outbox.close();
    reopen();
    await expect.poll(() => server.asked).toHaveLength(2);
    await expect.poll(rows).toEqual([]);
    const keys = server.asked.map(({ headers }) => headers["idempotency-key"]);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it("parks what is refused with its reason and lets the next go on", async () => {
    await open((asked) => (textOf(asked) === "나쁜 것" ? failing(409, "ROOM_INACTIVE") : stored(asked)));
    await waits("나쁜 것");
    await waits("좋은 것");
    await expect.poll(sentTexts).toEqual(["나쁜 것", "좋은 것"]);
    await expect.poll(rows).toEqual([[{ roomId: "room", text: "나쁜 것" }, "안 됩니다"]]);
    outbox.close();
    reopen();
    await waits("더");
    await expect.poll(sentTexts).toEqual(["나쁜 것", "좋은 것", "더"]);
  });

  it.each([
    [503, "UNAVAILABLE"],
    [429, "RATE_LIMITED"],
    [409, "IN_PROGRESS"],
  ])("holds a room's order while the server answers %s %s", async (status, code) => {
    let tries = 0;
    await open((asked) => {
      tries += 1;
      return tries < 3 ? failing(status, code) : stored(asked);
    });
    await waits("하나");
    await waits("둘");
    await expect.poll(rows).toEqual([]);
    expect(sentTexts()).toEqual(["하나", "하나", "하나", "둘"]);
  });

  it("waits for the next sign-in when the session has ended", async () => {
    let isSignedIn = false;
    await open((asked) => (isSignedIn ? stored(asked) : failing(401, "LOGIN_REQUIRED")));
    await waits("하나");
    await expect.poll(() => outcomes.map(({ status }) => status)).toEqual(["delayed"]);
    expect(server.asked).toHaveLength(1);
    isSignedIn = true;
    stop();
    stop = outbox.start();
    await expect.poll(rows).toEqual([]);
  });

  it("is nobody else's: what another one's session refuses waits for its person, and is not parked", async () => {
    let signedIn = "somebody else";
    // As the server does.
    await open((asked) =>
      asked.headers[personHeader] === signedIn ? stored(asked) : failing(401, "LOGIN_REQUIRED"),
    );
    await waits("하나");
    await waits("둘");
    await expect.poll(() => outcomes.map(({ status }) => status)).toEqual(["delayed"]);
    outbox.close();
    signedIn = person;
    reopen();
    await expect.poll(sentTexts).toEqual(["하나", "하나", "둘"]);
    await expect.poll(rows).toEqual([]);
  });

  it("asks its person, after thirty days without an answer, whether to send something again", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let isLost = true;
    await open((asked) => (isLost ? failing(503, "UNAVAILABLE") : stored(asked)));
    await waits("답을 못 받은 것");
    await expect.poll(() => server.asked).toHaveLength(1);
    goes(false);
    await waits("보낸 적 없는 것", "other");
    outbox.close();
    const after = (days: number) => {
      vi.setSystemTime(Date.now() + days * 24 * 60 * 60_000);
      reopen();
      goes(true);
    };
    after(29.9);
    await expect
      .poll(() => sentTexts().sort())
      .toEqual(["답을 못 받은 것", "답을 못 받은 것", "보낸 적 없는 것"]);
    outbox.close();
    isLost = false;
    outcomes = [];
    after(0.2);
    // A job that was sent for the first time a moment ago is retried unasked.
    await expect.poll(() => sentTexts().at(-1)).toBe("보낸 적 없는 것");
    await expect
      .poll(rows)
      .toEqual([[{ roomId: "room", text: "답을 못 받은 것" }, expect.stringContaining("30일")]]);
    expect(outcomes).toContainEqual(expect.objectContaining({ status: "refused", isFromPage: false }));
    expect(sentTexts()).toHaveLength(4);
    await outbox.retry(outbox.jobs.getSnapshot()[0]?.id ?? "");
    await expect.poll(rows).toEqual([]);
    expect(sentTexts().at(-1)).toBe("답을 못 받은 것");
    vi.useRealTimers();
  });

  it("parks what a sanction forbids, and leads to the notice only who has just said it", async () => {
    const told = vi.fn();
    const stopListening = onSanctioned(told);
    const refused = {
      ...failing(403, "SUSPENDED"),
      body: { code: "SUSPENDED", message: "정지", type: "suspension" },
    };
    await open(() => refused);
    goes(false);
    await waits("어제 쓴 것");
    outbox.close();
    reopen();
    goes(true);
    await expect.poll(rows).toEqual([[{ roomId: "room", text: "어제 쓴 것" }, "정지"]]);
    expect(told).not.toHaveBeenCalled();
    await waits("지금 쓴 것");
    await expect.poll(() => told).toHaveBeenCalledTimes(1);
    stopListening();
  });

  it("never sends an administrator's words later", async () => {
    await open(() => failing(503, "UNAVAILABLE"));
    await outbox.enqueue("reply", { roomId: "room", text: "답변" });
    await expect.poll(rows).toEqual([[{ roomId: "room", text: "답변" }, "안 됩니다"]]);
    goes(false);
    goes(true);
    expect(server.asked).toHaveLength(1);
  });

  it("refuses an administrator's words at once without a network, with the reason, and never sends them", async () => {
    await open(stored);
    goes(false);
    await outbox.enqueue("joinedMessage", { roomId: "room", text: "관리자의 말" });
    const refused = [{ roomId: "room", text: "관리자의 말" }, expect.stringContaining("인터넷에 연결되어")];
    expect(rows()).toEqual([refused]);
    await expect
      .poll(() => outcomes)
      .toEqual([expect.objectContaining({ status: "refused", isFromPage: true })]);
    await outbox.retry(outbox.jobs.getSnapshot()[0]?.id ?? "");
    await expect.poll(rows).toEqual([refused]);
    goes(true);
    await waits("다음 말");
    await expect.poll(sentTexts).toEqual(["다음 말"]);
    await expect.poll(rows).toEqual([refused]);
    expect(sentTexts()).toEqual(["다음 말"]);
  });

  it("lets no room wait for another that has no answer, and keeps the order of each", async () => {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    await open(async (asked) => {
      if (textOf(asked) === "느린 것") await gate;
      return stored(asked);
    });
    await waits("느린 것", "slow");
    await expect.poll(sentTexts).toEqual(["느린 것"]);
    await waits("그 뒤", "slow");
    for (const text of ["하나", "둘"]) await waits(text);
    await expect.poll(rows).toHaveLength(2);
    expect(sentTexts()).toEqual(["느린 것", "하나", "둘"]);
    go();
    await expect.poll(rows).toEqual([]);
    expect(sentTexts()).toEqual(["느린 것", "하나", "둘", "그 뒤"]);
  });

  it("tries one again in its time while another room has no answer", async () => {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    let tries = 0;
    await open(async (asked) => {
      if (textOf(asked) === "느린 것") await gate;
      else if ((tries += 1) === 1) return failing(503, "UNAVAILABLE");
      return stored(asked);
    });
    await waits("느린 것", "slow");
    await waits("다시");
    await expect.poll(rows).toHaveLength(1);
    expect(sentTexts()).toEqual(["느린 것", "다시", "다시"]);
    go();
    await expect.poll(rows).toEqual([]);
  });

  it("asks for a few at a time only", async () => {
    const answers: (() => void)[] = [];
    let [under, maxRunning] = [0, 0];
    await open(async (asked) => {
      maxRunning = Math.max(maxRunning, (under += 1));
      await new Promise<void>((resolve) => answers.push(resolve));
      under -= 1;
      return stored(asked);
    });
    goes(false);
    for (let room = 0; room < 10; room += 1) await waits("말", `room${room}`);
    goes(true);
    for (let done = 0; done < 10; done += 1) {
      await expect.poll(() => answers.length).toBeGreaterThanOrEqual(Math.min(done + 4, 10));
      answers[done]?.();
    }
    await expect.poll(rows).toEqual([]);
    expect([server.asked.length, maxRunning]).toEqual([10, 4]);
  });

  it("sends an administrator's words later from a shell that says so", async () => {
    staffWaits = true;
    await open((asked) => ({
      status: 201,
      body: { message: { ...message(textOf(asked)), senderNickname: "관리자" } },
    }));
    goes(false);
    await outbox.enqueue("reply", { roomId: "room", text: "답변" });
    expect(rows()).toEqual([[{ roomId: "room", text: "답변" }, undefined]]);
    goes(true);
    await expect.poll(rows).toEqual([]);
    expect(server.asked).toHaveLength(1);
  });

  it("keeps the last word of a like only", async () => {
    await open(({ method }) => ({ body: { isLiked: method === "POST", likesCount: 1 } }));
    goes(false);
    expect(await outbox.perform("like", { contentId: "c", isLiked: true })).toEqual({ status: "waiting" });
    expect(await outbox.perform("like", { contentId: "c", isLiked: false })).toEqual({ status: "waiting" });
    goes(true);
    await expect.poll(rows).toEqual([]);
    expect(server.asked.map(({ method }) => method)).toEqual(["DELETE"]);
  });

  it("tells a form what became of its act, and keeps nothing of a refused one", async () => {
    const taken = { id: "01900000-0000-7000-8000-0000000000e1", status: "pending" };
    let answer: FakeAnswer = { status: 201, body: { report: taken } };
    await open(() => answer);
    const report = () =>
      outbox.perform("report", { about: "x", contentId: "c", reportReason: "spam", reportDetails: "광고" });
    expect(await report()).toEqual({ status: "stored", answer: taken });
    answer = failing(409, "ALREADY_REPORTED");
    expect(await report()).toMatchObject({ status: "refused", error: { code: "ALREADY_REPORTED" } });
    answer = failing(503, "UNAVAILABLE");
    expect(await report()).toEqual({ status: "waiting" });
    expect(rows()).toHaveLength(1);
  });

  it("sends at once what a clock that was wrong put off for weeks", async () => {
    await open(stored);
    goes(false);
    await waits("한 달 뒤");
    const [row] = outbox.jobs.getSnapshot();
    outbox.close();
    const notBefore = Date.now() + 40 * 24 * 60 * 60_000;
    if (row) await createTabJobStore(person).change(row.id, () => ({ ...row, notBefore, attempts: 1 }));
    vi.restoreAllMocks();
    reopen();
    await expect.poll(sentTexts).toEqual(["한 달 뒤"]);
    await expect.poll(rows).toEqual([]);
  });

  it("sends at once what had no answer when the server answers anything again", async () => {
    await open(stored);
    serveFrom("http://127.0.0.1:1");
    await waits("하나");
    await expect.poll(() => outcomes.map(({ status }) => status)).toEqual(["delayed"]);
    for (const row of outbox.jobs.getSnapshot())
      await createTabJobStore(person).change(row.id, () => ({ ...row, notBefore: Date.now() + 60_000 }));
    await outbox.reread();
    serveFrom(server.origin);
    onResponse(api.accounts.me, {}, sessionEpoch(), 200);
    await expect.poll(sentTexts).toEqual(["하나"]);
  });

  it("takes back what is not being sent", async () => {
    await open(stored);
    goes(false);
    await waits("아니다");
    await outbox.cancel(outbox.jobs.getSnapshot()[0]?.id ?? "");
    goes(true);
    await waits("이것만");
    await expect.poll(sentTexts).toEqual(["이것만"]);
  });

  it("waits a second at first, five minutes at most, and as long as the server asks", () => {
    expect([1, 2, 5, 30].map((attempts) => delayOf(attempts, undefined))).toEqual([
      1_000, 2_000, 16_000, 300_000,
    ]);
  });
});
