import { useEffect, useRef } from "react";
import { dropDraft, keepDraft, type FormDraft } from "./formDraft.ts";

interface DraftKeeping {
  userId: string;
  subject: string;
  /** The form as it stands. */
  read: () => FormDraft;
  isUnsaved: () => boolean;
  /** Calls back after each change of the form; answers how to stop. */
  subscribe: (onChange: () => void) => () => void;
}

const delayMs = 300;

/** Keeps a form while it is typed, so that a reload, a crash of the tab or a sign-in in between loses nothing. */
export const useDraftKeeping = ({ userId, subject, read, isUnsaved, subscribe }: DraftKeeping) => {
  const isOver = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      if (isOver.current) return;
      if (isUnsaved()) keepDraft(userId, subject, read());
      else dropDraft(userId, subject);
    };
    const handleChange = () => {
      timer ??= setTimeout(keep, delayMs);
    };
    const stop = subscribe(handleChange);
    window.addEventListener("pagehide", keep);
    return () => {
      stop();
      window.removeEventListener("pagehide", keep);
      if (timer !== undefined) keep();
    };
  }, [userId, subject, read, isUnsaved, subscribe]);
  /** The form was sent or given up: nothing of it is kept any more. */
  const forget = () => {
    isOver.current = true;
    dropDraft(userId, subject);
  };
  return { forget };
};
