// @vitest-environment jsdom
import { AppError } from "@knowhow/shared";
import { createOutbox, type Outbox } from "@knowhow/ui/device/outbox/outbox.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseOf, eraseDatabase } from "./database.ts";
import { createDeviceStore } from "./outboxStore.ts";

/** As the browser's locks: one at a time. */
const createLocks = () => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, work: () => Promise<void>) => {
      const next = last.then(work, work);
      last = next.catch(() => undefined);
      return next;
    },
  };
};

describe("the outbox in two tabs", () => {
  let tests = 0;
  let person = "";
  let asked: ((response: Response) => void)[];
  let tabs: [Outbox, Outbox];
  const answer = (index: number, status: number, body: object) =>
    asked[index]?.(new Response(JSON.stringify(body), { status }));
  const asking = (count: number) => expect.poll(() => asked).toHaveLength(count);
  const report = { contentId: "c", reportReason: "spam", reportDetails: "", about: "x" } as const;

  beforeEach(() => {
    tests += 1;
    person = `tabs${tests}`;
    asked = [];
    Object.defineProperty(navigator, "locks", { value: createLocks(), configurable: true });
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    vi.spyOn(globalThis, "fetch").mockImplementation(() => new Promise((resolve) => asked.push(resolve)));
    const open = () => createOutbox(createDeviceStore(person), person);
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
    const [one, two] = tabs;
    await one.add("comment", { contentId: "c", text: "slow" });
    await asking(1);
    const refused = two.perform("report", report);
    // The first tab has it in its next round.
    await expect.poll(() => one.read()).toHaveLength(2);
    answer(0, 201, { id: "1" });
    await asking(2);
    answer(1, 409, { code: "ALREADY_REPORTED", message: "이미" });
    const outcome = await refused;
    expect(outcome).toMatchObject({
      status: "refused",
      error: { code: "ALREADY_REPORTED", message: "이미" },
    });
    expect(outcome.status === "refused" && outcome.error).toBeInstanceOf(AppError);
    await expect.poll(() => one.read()).toEqual([]);
  });

  it("does not let a form wait for another tab's later tries", async () => {
    const [one, two] = tabs;
    await one.add("comment", { contentId: "c", text: "slow" });
    await asking(1);
    const delayed = two.perform("report", report);
    await expect.poll(() => one.read()).toHaveLength(2);
    answer(0, 201, { id: "1" });
    await asking(2);
    answer(1, 503, { code: "UNAVAILABLE", message: "나중에" });
    expect(await delayed).toEqual({ status: "waiting" });
  });

  it("takes nothing back in one that the other is sending", async () => {
    const [one, two] = tabs;
    await one.add("comment", { contentId: "c", text: "slow" });
    await asking(1);
    await expect.poll(() => two.read().map(({ id }) => two.isSending(id))).toEqual([true]);
    const id = two.read()[0]?.id ?? "";
    await two.cancel(id);
    await two.retry(id);
    await two.reread();
    expect(two.read()).toHaveLength(1);
    answer(0, 201, { id: "1" });
    await expect.poll(() => [one.read(), two.read()]).toEqual([[], []]);
    expect(asked).toHaveLength(1);
  });

  it("sends nothing that another has taken back", async () => {
    const [one, two] = tabs;
    await one.add("comment", { contentId: "c", text: "slow" });
    await asking(1);
    await two.add("comment", { contentId: "c", text: "아니다" });
    await expect.poll(() => one.read()).toHaveLength(2);
    // By a third tab, which the first does not hear of before it goes on.
    const [, next] = two.read();
    if (next) await createDeviceStore(person).change(next.id, () => undefined);
    answer(0, 201, { id: "1" });
    await expect.poll(() => [one.read(), two.read()]).toEqual([[], []]);
    expect(asked).toHaveLength(1);
  });

  it("lets go of what was being sent when the browser was killed, and knows that it may have arrived", async () => {
    const [one] = tabs;
    await one.add("comment", { contentId: "c", text: "slow" });
    await asking(1);
    for (const tab of tabs) tab.close();
    // A browser's locks end with it.
    Object.defineProperty(navigator, "locks", { value: createLocks(), configurable: true });
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const next = createOutbox(createDeviceStore(person), person);
    next.start();
    await expect.poll(() => next.read().map(({ id }) => next.isSending(id))).toEqual([false]);
    expect(next.read()[0]?.firstTriedAt).toBeDefined();
    await next.cancel(next.read()[0]?.id ?? "");
    expect(await createDeviceStore(person).read()).toEqual([]);
    next.close();
  });

  it("shows an act once it is on the device, and one that has no room there all the same", async () => {
    const [one] = tabs;
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const seen: string[] = [];
    const store = createDeviceStore(person);
    const put = vi.spyOn(databaseOf(person).outbox, "put").mockImplementationOnce((row) => {
      seen.push(`shown before: ${one.read().length}`);
      put.mockRestore();
      return databaseOf(person).outbox.put(row);
    });
    await one.add("comment", { contentId: "c", text: "하나" });
    expect([seen, one.read().length, (await store.read()).length]).toEqual([["shown before: 0"], 1, 1]);
    vi.spyOn(databaseOf(person).outbox, "put").mockRejectedValue(
      new DOMException("full", "QuotaExceededError"),
    );
    await one.add("comment", { contentId: "c", text: "둘" });
    await one.reread();
    expect([one.read().length, (await store.read()).length]).toEqual([2, 1]);
    vi.mocked(databaseOf(person).outbox.put).mockRestore();
    // There is room again by the time it is touched next.
    await one.retry(one.read()[1]?.id ?? "");
    expect((await store.read()).length).toBe(2);
  });
});
