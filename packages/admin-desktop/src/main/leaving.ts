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

/** Asks before the window's page goes with decisions that were made in it and not sent. */
export const createLeaving = ({ window, ask, sendAll }: Options) => {
  let unsent: Unsent = { count: 0, failed: 0 };
  let isAsking = false;
  let settle: ((isSent: boolean) => void) | undefined;

  const settleAs = (isSent: boolean) => {
    settle?.(isSent);
    settle = undefined;
  };
  const send = () =>
    new Promise<boolean>((resolve) => {
      settle = resolve;
      sendAll();
      // Their ten seconds may have passed while it was asked; what failed is looked at first.
      if (unsent.count === 0 || unsent.failed > 0) settleAs(unsent.count === 0);
    });
  const decide = async (kind: LeavingKind): Promise<boolean> => {
    window.show();
    window.focus();
    const choices: [string, () => boolean | Promise<boolean>][] = [
      [`보내지 않고 ${kind}`, () => true],
      ["돌아가기", () => false],
    ];
    if (unsent.failed < unsent.count) choices.unshift([`지금 보내고 ${kind}`, send]);
    const { response } = await ask({
      type: "question",
      message: `아직 보내지 않은 결정이 ${unsent.count}건 있어요.`,
      detail: "보내지 않으면 처리하지 않은 신고로 남아요. 고른 내용과 메모는 그대로 있어요.",
      buttons: choices.map(([label]) => label),
      defaultId: 0,
      cancelId: choices.length - 1,
      noLink: true,
    });
    return choices[response]?.[1]() ?? false;
  };
  return {
    /** What the window says of them. */
    tell: (now: Unsent): void => {
      unsent = now;
      if (now.count === 0 || now.failed > 0) settleAs(now.count === 0);
    },
    /** The page broke, and they went with it. */
    forget: (): void => {
      unsent = { count: 0, failed: 0 };
      settleAs(false);
    },
    /** Whether the page may go: at once where nothing is held, else as the administrator says. */
    mayLeave: async (kind: LeavingKind): Promise<boolean> => {
      if (unsent.count === 0) return true;
      if (isAsking) return false;
      isAsking = true;
      try {
        return await decide(kind);
      } finally {
        isAsking = false;
      }
    },
  };
};
