import type { MessageBoxOptions } from "electron";

interface Options {
  /** Shows the question; answers which button it was. */
  ask: (question: MessageBoxOptions) => Promise<{ response: number }>;
  /** Reloads the page, even out of a hang. */
  restart: () => void;
  log: (text: string) => void;
}

const restartButton = 1;

/** Asks what to do with a window that hangs and takes no clicks. */
export const createUnresponsiveWatch = ({ ask, restart, log }: Options) => {
  let open: AbortController | undefined;
  const askOnce = async (): Promise<void> => {
    if (open) return;
    const question = new AbortController();
    open = question;
    const { response } = await ask({
      type: "warning",
      message: "화면이 응답하지 않아요.",
      detail: "새로 고치면 아직 보내지 않은 결정과 방금 쓴 글이 사라질 수 있어요.",
      buttons: ["기다리기", "새로 고침"],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: question.signal,
    });
    if (open === question) open = undefined;
    if (response === restartButton && !question.signal.aborted) restart();
  };
  return {
    begins: (): void => {
      log("the window does not answer");
      void askOnce();
    },
    /** It answers again. */
    ends: (): void => {
      open?.abort();
      open = undefined;
    },
  };
};
