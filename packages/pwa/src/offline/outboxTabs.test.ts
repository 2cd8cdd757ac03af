// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { AppError } from "@knowhow/shared";
import { createOutbox, type Outbox } from "@knowhow/ui/outbox/outbox.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eraseDatabase } from "./database.ts";
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
  const asking = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count));
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
    await vi.waitFor(() => expect(one.read()).toHaveLength(2));
    answer(0, 201, { id: "1" });
    await asking(2);
    answer(1, 409, { code: "ALREADY_REPORTED", message: "이미" });
    const outcome = await refused;
    expect(outcome).toMatchObject({ as: "refused", error: { code: "ALREADY_REPORTED", message: "이미" } });
    expect(outcome.as === "refused" && outcome.error).toBeInstanceOf(AppError);
    await vi.waitFor(() => expect(one.read()).toEqual([]));
  });

  it("does not let a form wait for another tab's later tries", async () => {
    const [one, two] = tabs;
    await one.add("comment", { contentId: "c", text: "slow" });
    await asking(1);
    const delayed = two.perform("report", report);
    await vi.waitFor(() => expect(one.read()).toHaveLength(2));
    answer(0, 201, { id: "1" });
    await asking(2);
    answer(1, 503, { code: "UNAVAILABLE", message: "나중에" });
    expect(await delayed).toEqual({ as: "waiting" });
  });
});
