import type { BrowserWindow, MessageBoxOptions } from "electron";

/** What becomes of the window's page, as the question names it. */
export type LeavingKind = "종료" | "새로 고침" | "다시 시작" | "서버 변경";

/** Decisions that have not arrived: how many, and how many of them failed and wait for the administrator. */
interface Unsent {
  count: number;
  failed: number;
}

interface Options {
  window: Pick<BrowserWindow, "show" | "focus">;
  /** Shows the question; answers which button it was. */
  ask: (question: MessageBoxOptions) => Promise<{ response: number }>;
  /** Has the window send all that is held. */
  sendAll: () => void;
}

/** By then the sending has a result, or the question is asked again. */
const sendMs = 15_000;

/** Result of the sending; stuck without one in time, or at another attempt to leave. */
type Outcome = "sent" | "failed" | "stuck";

/** What each button of a question does. */
type Choices = readonly (readonly [label: string, choose: () => boolean | Promise<Outcome>])[];

const firstWords = (count: number) => ({
  message: `아직 보내지 않은 결정이 ${count}건 있어요.`,
  detail: "보내지 않으면 처리하지 않은 신고로 남아요. 고른 내용과 메모는 그대로 있어요.",
});
const stuckWords = (count: number) => ({
  message: `결정 ${count}건을 아직 보내지 못했어요.`,
  detail: "서버가 답하지 않아요. 지금 떠나면 처리되었는지는 신고 목록에서 확인해야 해요.",
});

/** Asks before the window's page goes with decisions that were made in it and not sent. */
export const createLeaving = ({ window, ask, sendAll }: Options) => {
  let unsent: Unsent = { count: 0, failed: 0 };
  let isAsking = false;
  let settle: ((outcome: Outcome) => void) | undefined;

  const settleAs = (outcome: Outcome) => {
    settle?.(outcome);
    settle = undefined;
  };
  const settleBy = ({ count, failed }: Unsent) => {
    // A failure ends the wait at once.
    if (count === 0 || failed > 0) settleAs(count === 0 ? "sent" : "failed");
  };
  const wait = async (): Promise<Outcome> => {
    const timer = setTimeout(() => settleAs("stuck"), sendMs);
    const outcome = await new Promise<Outcome>((resolve) => {
      settle = resolve;
      // The decisions' ten seconds may have passed meanwhile.
      settleBy(unsent);
    });
    clearTimeout(timer);
    return outcome;
  };
  const send = (): Promise<Outcome> => {
    sendAll();
    return wait();
  };
  const choose = async (words: { message: string; detail: string }, choices: Choices) => {
    window.show();
    window.focus();
    const { response } = await ask({
      type: "question",
      ...words,
      buttons: choices.map(([label]) => label),
      defaultId: 0,
      cancelId: choices.length - 1,
      noLink: true,
    });
    return choices[response]?.[1]() ?? false;
  };
  const decide = async (kind: LeavingKind): Promise<boolean> => {
    const ways: Choices = [
      [`보내지 않고 ${kind}`, () => true],
      ["돌아가기", () => false],
    ];
    const first: Choices = unsent.failed < unsent.count ? [[`지금 보내고 ${kind}`, send], ...ways] : ways;
    let chosen = await choose(firstWords(unsent.count), first);
    while (chosen === "stuck")
      chosen = await choose(stuckWords(unsent.count), [["더 기다리기", wait], ...ways]);
    return chosen === true || chosen === "sent";
  };
  return {
    /** Takes the window's count. */
    tell: (now: Unsent): void => {
      unsent = now;
      settleBy(now);
    },
    /** The page broke: its decisions are lost. */
    forget: (): void => {
      unsent = { count: 0, failed: 0 };
      settleAs("failed");
    },
    /**
     * Whether the page may go: at once where nothing is held, else as the administrator says. Another attempt meanwhile
     * gets false: it shows the open question, or has it asked again if decisions are being sent.
     */
    mayLeave: async (kind: LeavingKind): Promise<boolean> => {
      if (unsent.count === 0) return true;
      if (isAsking) {
        window.show();
        window.focus();
        settleAs("stuck");
        return false;
      }
      isAsking = true;
      try {
        return await decide(kind);
      } finally {
        isAsking = false;
      }
    },
  };
};
