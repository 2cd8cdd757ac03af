import { describe, expect, it, vi } from "vitest";
import { createUnresponsiveWatch } from "./unresponsiveWatch.ts";

const setUp = () => {
  const questions: { answer: (button: number) => void; signal: AbortSignal | undefined }[] = [];
  const restart = vi.fn();
  const unresponsiveWatch = createUnresponsiveWatch({
    ask: ({ signal }) =>
      new Promise((resolve) => {
        questions.push({ answer: (response) => resolve({ response }), signal });
        // So Electron closes a question that needs no answer any more.
        signal?.addEventListener("abort", () => resolve({ response: 0 }));
      }),
    restart,
    log: () => undefined,
  });
  return { unresponsiveWatch, questions, restart };
};
const soon = () => new Promise(setImmediate);

describe("a window that does not answer", () => {
  it("is waited for, or begun anew, as the administrator says", async () => {
    const { unresponsiveWatch, questions, restart } = setUp();
    unresponsiveWatch.begins();
    unresponsiveWatch.begins();
    expect(questions).toHaveLength(1);
    questions[0]?.answer(0);
    await soon();
    expect(restart).not.toHaveBeenCalled();
    unresponsiveWatch.begins();
    questions[1]?.answer(1);
    await soon();
    expect(restart).toHaveBeenCalledTimes(1);
  });

  it("that answers again is asked about no more", async () => {
    const { unresponsiveWatch, questions, restart } = setUp();
    unresponsiveWatch.begins();
    unresponsiveWatch.ends();
    expect(questions[0]?.signal?.aborted).toBe(true);
    await soon();
    expect(restart).not.toHaveBeenCalled();
    unresponsiveWatch.begins();
    expect(questions).toHaveLength(2);
  });
});
