import type { Content } from "@knowhow/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "../client/client.ts";
import { invalidate } from "../client/queries.ts";
import { useToast } from "../components/ToastProvider.tsx";
import { patchContent } from "../contents/contentCache.ts";
import { likedToast, likeFailureToast } from "./likeToasts.ts";

/** Adds or takes back the like of a content: shown at once, put back when it is refused. */
export const useLike = ({ id, hasLiked, likesCount }: Pick<Content, "id" | "hasLiked" | "likesCount">) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: () => (hasLiked ? client.likes.remove : client.likes.add)({ params: { id } }),
    onMutate: () => {
      patchContent(queryClient, id, {
        hasLiked: !hasLiked,
        likesCount: Math.max(0, likesCount + (hasLiked ? -1 : 1)),
      });
    },
    onError: (error) => {
      patchContent(queryClient, id, { hasLiked, likesCount });
      toast(likeFailureToast(error));
    },
    onSuccess: (answer) => {
      patchContent(queryClient, id, { hasLiked: answer.isLiked, likesCount: answer.likesCount });
      toast(likedToast(answer.isLiked));
      void invalidate(queryClient, client.contents.list);
      void invalidate(queryClient, client.contents.popular);
      void invalidate(queryClient, client.likes.status, { params: { id } });
    },
  });
};
