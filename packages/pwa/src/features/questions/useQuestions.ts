import { useQueryClient } from "@tanstack/react-query";
import { client } from "@knowhow/ui/client/client.ts";
import { invalidate, useEndpointMutation, usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
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

/** Answers a question, or puts another answer in the place of the one before. */
export const useAnswerQuestion = (contentId: string, onDone: () => void) => {
  const queryClient = useQueryClient();
  return useEndpointMutation(client.questions.answer, {
    onSuccess: async () => {
      await invalidate(queryClient, client.questions.list, { params: { id: contentId } });
      onDone();
    },
  });
};
