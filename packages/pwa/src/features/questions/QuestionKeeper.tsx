import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { onNews } from "@knowhow/ui/client/events.ts";
import { invalidate } from "@knowhow/ui/client/queries.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";

/** Tells mentors of new questions and askers of answers, on every screen. */
export const QuestionKeeper = () => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  useEffect(
    () =>
      onNews("question", ({ contentId, act }) => {
        void invalidate(queryClient, client.questions.list, { params: { id: contentId } });
        toast({
          title: act === "asked" ? "구매 전 문의가 왔습니다" : "문의에 답변이 달렸습니다",
          action: { label: "보기", onAct: () => void navigate(`/content/${contentId}#questions`) },
        });
      }),
    [queryClient, toast, navigate],
  );
  return null;
};
