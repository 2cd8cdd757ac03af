import { afterEach, describe, expect, it, vi } from "vitest";
import { createLeaving } from "./leaving.ts";

const setUp = (...answers: (string | undefined)[]) => {
  const asked: string[][] = [];
  const done: string[] = [];
  const leaving = createLeaving({
    window: { show: () => done.push("shown"), focus: () => undefined },
    ask: async ({ buttons = [] }) => {
      asked.push([...buttons]);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return { response: buttons.indexOf(answer ?? "") };
    },
    sendAll: () => done.push("sent"),
  });
  return { leaving, asked, done };
};

describe("leaving the page with decisions in it", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("asks nothing where none is held", async () => {
    const { leaving, asked } = setUp(undefined);
    expect(await leaving.mayLeave("종료")).toBe(true);
    leaving.tell({ count: 1, failed: 0 });
    leaving.tell({ count: 0, failed: 0 });
    expect(await leaving.mayLeave("새로 고침")).toBe(true);
    expect(asked).toEqual([]);
  });

  it("goes without them or stays, as the administrator says, and shows the window for it", async () => {
    for (const [answer, may] of [
      ["보내지 않고 종료", true],
      ["돌아가기", false],
      ["", false],
    ] as const) {
      // oxfmt-ignore
      const { leaving, asked, done } = setUp(answer);
      leaving.tell({ count: 2, failed: 0 });
      expect(await leaving.mayLeave("종료")).toBe(may);
      expect(asked).toEqual([["지금 보내고 종료", "보내지 않고 종료", "돌아가기"]]);
      expect(done).toEqual(["shown"]);
    }
  });

  it("goes when all of them have been sent, and stays when one failed", async () => {
    const { leaving, done } = setUp("지금 보내고 종료");
    leaving.tell({ count: 2, failed: 0 });
    const first = leaving.mayLeave("종료");
    await Promise.resolve();
    leaving.tell({ count: 1, failed: 0 });
    leaving.tell({ count: 1, failed: 1 });
    expect(await first).toBe(false);
    expect(done).toEqual(["shown", "sent"]);
    leaving.tell({ count: 1, failed: 0 });
    const second = leaving.mayLeave("종료");
    await Promise.resolve();
    leaving.tell({ count: 0, failed: 0 });
    expect(await second).toBe(true);
  });

  it("does not offer to send what has failed, and forgets what broke with the page", async () => {
    const { leaving, asked } = setUp("보내지 않고 다시 시작");
    leaving.tell({ count: 1, failed: 1 });
    expect(await leaving.mayLeave("다시 시작")).toBe(true);
    expect(asked).toEqual([["보내지 않고 다시 시작", "돌아가기"]]);
    leaving.forget();
    expect(await leaving.mayLeave("종료")).toBe(true);
    expect(asked).toHaveLength(1);
  });

  const stuck = ["더 기다리기", "보내지 않고 종료", "돌아가기"];

  it("asks again when they do not arrive in time", async () => {
    vi.useFakeTimers();
    const { leaving, asked, done } = setUp("지금 보내고 종료", "더 기다리기", "보내지 않고 종료");
    leaving.tell({ count: 2, failed: 0 });
    const may = leaving.mayLeave("종료");
    await vi.advanceTimersByTimeAsync(15_000);
    expect(asked.slice(1)).toEqual([stuck]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(asked.slice(1)).toEqual([stuck, stuck]);
    expect(await may).toBe(true);
    // Decisions under way are sent once.
    expect(done.filter((step) => step === "sent")).toHaveLength(1);
  });

  it("asks again when somebody asks again while they are sent, and goes when they arrive meanwhile", async () => {
    vi.useFakeTimers();
    const { leaving, asked } = setUp("지금 보내고 종료", "더 기다리기");
    leaving.tell({ count: 1, failed: 0 });
    const may = leaving.mayLeave("종료");
    await vi.advanceTimersByTimeAsync(1);
    expect(await leaving.mayLeave("종료")).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.slice(1)).toEqual([stuck]);
    leaving.tell({ count: 0, failed: 0 });
    expect(await may).toBe(true);
  });

  it("shows the question that is open already to who asks again", async () => {
    let answer: (button: { response: number }) => void = () => undefined;
    const ask = vi.fn(() => new Promise<{ response: number }>((resolve) => (answer = resolve)));
    const focus = vi.fn();
    const leaving = createLeaving({
      window: { show: () => undefined, focus },
      ask,
      sendAll: () => undefined,
    });
    leaving.tell({ count: 1, failed: 0 });
    const may = leaving.mayLeave("종료");
    expect(await leaving.mayLeave("종료")).toBe(false);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(focus).toHaveBeenCalledTimes(2);
    answer({ response: 2 });
    expect(await may).toBe(false);
  });
});
