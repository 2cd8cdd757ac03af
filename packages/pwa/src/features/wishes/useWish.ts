import type { Content } from "@knowhow/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "@knowhow/ui/client/client.ts";
import { patchContent } from "@knowhow/ui/client/contentCache.ts";
import { invalidate } from "@knowhow/ui/client/queries.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { useOutbox } from "@knowhow/ui/device/outbox/useOutbox.ts";
import { useLoginAction } from "@knowhow/ui/features/layout/useLoginAction.ts";

/** Adds or takes back a wish: shown at once, put back when it is refused. Called with the shown state. */
export const useWish = () => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const login = useLoginAction();
  const { outbox } = useOutbox(useMe().user?.id);
  const wish = useMutation({
    mutationFn: async ({ id, title, isWished }: Pick<Content, "id" | "title" | "isWished">) => {
      // The server's refusal tells a visitor to sign in.
      if (!outbox) return client.wishes.add({ params: { id } });
      const outcome = await outbox.perform("wish", { contentId: id, about: title, isWished: !isWished });
      if (outcome.status === "refused") throw outcome.error;
      return outcome.status === "stored" ? outcome.answer : undefined;
    },
    onMutate: ({ id, isWished }) => patchContent(queryClient, id, { isWished: !isWished }),
    onError: (error, { id, isWished }) => {
      patchContent(queryClient, id, { isWished });
      const isVisitor = hasCode(error, "LOGIN_REQUIRED");
      toast({
        title: isVisitor ? "로그인이 필요합니다" : "찜하지 못했습니다",
        description: isVisitor ? "콘텐츠를 찜하려면 로그인해주세요." : messageOf(error),
        variant: "destructive",
        ...(isVisitor ? { action: login() } : {}),
      });
    },
    onSuccess: (answer, content) => {
      if (answer) patchContent(queryClient, content.id, answer);
      // In the list the button is gone with the content.
      if (content.isWished) {
        const handleUndo = () => wish.mutate({ ...content, isWished: false });
        toast({ title: "찜을 해제했습니다", action: { label: "되돌리기", onAct: handleUndo } });
      } else if (answer)
        toast({ title: "찜했습니다", description: "서재의 찜한 콘텐츠에서 다시 볼 수 있어요." });
      // A wish that waits to be sent changes nothing yet; the button shows it, and the banner counts it.
      if (answer) void invalidate(queryClient, client.wishes.list);
    },
  });
  return wish;
};
