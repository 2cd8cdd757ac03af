import type { ContentQuestion } from "@knowhow/shared";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { invalidate, useEndpointMutation, usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";

/** The questions about a content, newest first, a page at a time; read once they are looked at. */
export const useQuestions = (contentId: string, enabled: boolean) =>
  usePagedEndpoint(client.questions.list, { params: { id: contentId } }, { enabled });

/** Asks the mentor of a content. */
export const useAskQuestion = (contentId: string, onDone: () => void) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useEndpointMutation(client.questions.create, {
    onSuccess: async () => {
      onDone();
      toast({ title: "문의를 남겼습니다", description: "멘토가 답변하면 이곳에서 볼 수 있어요." });
      await invalidate(queryClient, client.questions.list, { params: { id: contentId } });
    },
  });
};

/** Reads again what shows the questions about a content, and those that wait. */
export const refreshQuestions = async (queryClient: QueryClient, contentId: string): Promise<void> => {
  await Promise.all([
    invalidate(queryClient, client.questions.list, { params: { id: contentId } }),
    invalidate(queryClient, client.questions.listWaiting),
    invalidate(queryClient, client.questions.news),
  ]);
};

/** An asker's edit of a question that has no answer, and taking it back. */
export const useOwnQuestion = (contentId: string, onDone: () => void) => {
  const queryClient = useQueryClient();
  const options = {
    onSuccess: async () => {
      onDone();
      await refreshQuestions(queryClient, contentId);
    },
    onError: (error: Error) => {
      // Answered or hidden meanwhile: the list shows that.
      if (hasCode(error, "TOO_LATE") || hasCode(error, "NOT_FOUND"))
        void refreshQuestions(queryClient, contentId);
    },
  };
  return {
    update: useEndpointMutation(client.questions.update, options),
    remove: useEndpointMutation(client.questions.remove, options),
  };
};

/** Tells the server, once for each, that the asker sees the answers. */
export const useSeenAnswers = (questions: readonly ContentQuestion[] | undefined): void => {
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, isUnseen } of questions ?? []) {
      if (!isUnseen || told.current.has(id)) continue;
      told.current.add(id);
      client.questions.see({ params: { id } }).catch(() => told.current.delete(id));
    }
  }, [questions]);
};

/** Answers a question, or puts another answer in the place of the one before. */
export const useAnswerQuestion = (contentId: string, onDone: () => void) => {
  const queryClient = useQueryClient();
  return useEndpointMutation(client.questions.answer, {
    onSuccess: async () => {
      await refreshQuestions(queryClient, contentId);
      onDone();
    },
  });
};
