import { describe, expect, it } from "vitest";
import { createLeaving } from "./leaving.ts";

const setUp = (answer: string | undefined) => {
  const asked: string[][] = [];
  const done: string[] = [];
  const leaving = createLeaving({
    window: { show: () => done.push("shown"), focus: () => undefined },
    ask: async ({ buttons = [] }) => {
      asked.push([...buttons]);
      return { response: buttons.indexOf(answer ?? "") };
    },
    sendAll: () => done.push("sent"),
  });
  return { leaving, asked, done };
};

describe("leaving the page with decisions in it", () => {
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
      // prettier-ignore
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
    // Asked once, however often somebody quits.
    expect(await leaving.mayLeave("종료")).toBe(false);
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
});
