import type { Content } from "@knowhow/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { invalidate } from "@knowhow/ui/client/queries.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { findKnownTitle, patchContent } from "@knowhow/ui/client/contentCache.ts";
import { tellMeaningfulAct } from "@knowhow/ui/client/installing.ts";
import { useLoginAction } from "@knowhow/ui/features/layout/useLoginAction.ts";
import { useOutbox } from "@knowhow/ui/device/outbox/useOutbox.ts";
import { likedToast, likeFailureToast } from "./likeToasts.ts";

type Liked = Pick<Content, "id" | "hasLiked" | "likesCount">;

/** Adds or takes back a like: shown at once, put back when it is refused. Called with the shown state. */
export const useLike = () => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const login = useLoginAction();
  const { outbox } = useOutbox(useMe().user?.id);
  return useMutation({
    mutationFn: async ({ id, hasLiked }: Liked) => {
      // The server's refusal tells a visitor to sign in.
      if (!outbox) return (hasLiked ? client.likes.remove : client.likes.add)({ params: { id } });
      const about = findKnownTitle(queryClient, id);
      const outcome = await outbox.perform("like", { contentId: id, about, isLiked: !hasLiked });
      if (outcome.status === "refused") throw outcome.error;
      return outcome.status === "stored" ? outcome.answer : undefined;
    },
    onMutate: ({ id, hasLiked, likesCount }) => {
      patchContent(queryClient, id, {
        hasLiked: !hasLiked,
        likesCount: Math.max(0, likesCount + (hasLiked ? -1 : 1)),
      });
    },
    onError: (error, { id, hasLiked, likesCount }) => {
      patchContent(queryClient, id, { hasLiked, likesCount });
      const said = likeFailureToast(error);
      toast(hasCode(error, "LOGIN_REQUIRED") ? { ...said, action: login() } : said);
    },
    onSuccess: (answer, { id }) => {
      // The like waits to be sent: the heart shows it, and the banner counts it.
      if (!answer) return;
      patchContent(queryClient, id, { hasLiked: answer.isLiked, likesCount: answer.likesCount });
      toast(likedToast(answer.isLiked));
      if (answer.isLiked) tellMeaningfulAct();
      void invalidate(queryClient, client.contents.list);
      void invalidate(queryClient, client.contents.popular);
      void invalidate(queryClient, client.likes.status, { params: { id } });
    },
  });
};
