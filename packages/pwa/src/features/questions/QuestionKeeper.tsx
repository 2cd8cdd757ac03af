import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { onNews } from "@knowhow/ui/client/events.ts";
import { setTabItem, getTabItem } from "@knowhow/ui/client/tabItems.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { isUnderToasts } from "@knowhow/ui/components/underToasts.ts";
import { refreshQuestions } from "./useQuestions.ts";

const toldName = "question-news";

/** Missed news wait until the first screen stands. */
const startMs = 2_000;

const fieldInUse = (): Element | null =>
  document.activeElement?.closest("input, textarea, select, [contenteditable], [role=combobox]") ?? null;

/** Acts once no field is in use, so that a notice covers no typing; returns the function that gives up. */
const actWhenFree = (act: () => void): (() => void) => {
  const waiting = new AbortController();
  const { signal } = waiting;
  const attempt = () => {
    if (signal.aborted || fieldInUse()) return;
    waiting.abort();
    act();
  };
  // The next field has the focus a moment later.
  document.addEventListener("focusout", () => setTimeout(attempt), { signal });
  attempt();
  return () => waiting.abort();
};

/** Tells mentors of new questions and askers of answers, on every screen, and at the start of what came before it. */
export const QuestionKeeper = () => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  const giveUp = useRef<() => void>(undefined);
  useEffect(() => () => giveUp.current?.(), []);
  const tell = (title: string, to: string) => {
    // What waits is overtaken by what came later.
    giveUp.current?.();
    giveUp.current = actWhenFree(() =>
      toast({ kind: "question", title, action: { label: "보기", onAct: () => void navigate(to) } }),
    );
  };
  useEffect(() => {
    // Told before the field had the focus.
    const clear = () => {
      const field = fieldInUse();
      if (field && isUnderToasts(field)) toast((shown) => (shown.kind === "question" ? null : shown));
    };
    document.addEventListener("focusin", clear);
    return () => document.removeEventListener("focusin", clear);
  }, [toast]);
  const tellMissed = useEffectEvent(async () => {
    const { waiting, answered } = await client.questions.news({});
    // A reload tells nothing a second time.
    const news = JSON.stringify([waiting, answered.map(({ id }) => id)]);
    if (getTabItem(toldName) === news) return;
    setTabItem(toldName, news);
    const [first] = answered;
    if (first)
      tell(
        answered.length > 1
          ? `답변이 달린 내 문의가 ${answered.length}개 있습니다`
          : `‘${first.contentTitle}’ 문의에 답변이 달렸습니다`,
        `/content/${first.contentId}#questions`,
      );
    else if (waiting > 0) tell(`답변을 기다리는 문의가 ${waiting}개 있습니다`, "/seller#questions");
  });
  useEffect(() => {
    // What can not be read now is told at the next start.
    const timer = setTimeout(() => void tellMissed().catch(() => undefined), startMs);
    return () => clearTimeout(timer);
  }, []);
  const handleNews = useEffectEvent((contentId: string, act: string) => {
    void refreshQuestions(queryClient, contentId);
    tell(
      act === "asked" ? "구매 전 문의가 왔습니다" : "문의에 답변이 달렸습니다",
      `/content/${contentId}#questions`,
    );
  });
  useEffect(() => {
    const stops = [
      onNews("question", ({ contentId, act }) => handleNews(contentId, act)),
      onNews("questions", ({ contentId }) => void refreshQuestions(queryClient, contentId)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
  return null;
};
