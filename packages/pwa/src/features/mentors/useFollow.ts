import { useQueryClient, type InfiniteData } from "@tanstack/react-query";
import type { Mentor } from "@knowhow/shared";
import { client, type Page } from "@knowhow/ui/client/client.ts";
import { invalidate, keyOf, useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";

/** Follows a mentor, or no longer: shown wherever they are once the server says so. */
export const useFollow = ({ id, nickname, isFollowed }: Pick<Mentor, "id" | "nickname" | "isFollowed">) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { mutate, isPending } = useEndpointMutation(
    isFollowed ? client.mentors.unfollow : client.mentors.follow,
    {
      onSuccess: (answer) => {
        const change = (mentor: Mentor): Mentor => (mentor.id === id ? { ...mentor, ...answer } : mentor);
        queryClient.setQueryData<{ mentor: Mentor }>(
          keyOf(client.mentors.get, { params: { id } }),
          (shown) => shown && { mentor: change(shown.mentor) },
        );
        // In the open list an ended follow stays, so that it can be taken up again.
        queryClient.setQueriesData<InfiniteData<Page<Mentor[]>>>(
          { queryKey: keyOf(client.mentors.following) },
          (list) =>
            list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(change) })) },
        );
        void queryClient.invalidateQueries({
          queryKey: keyOf(client.mentors.following),
          refetchType: "none",
        });
        void invalidate(queryClient, client.home.get);
        toast(
          answer.isFollowed
            ? { title: "팔로우했어요", description: `${nickname}님의 새 콘텐츠를 홈에서 보여드릴게요.` }
            : { title: "팔로우를 취소했어요" },
        );
      },
      onError: (error) =>
        toast({
          title: isFollowed ? "팔로우를 취소하지 못했습니다" : "팔로우하지 못했습니다",
          description: messageOf(error),
          variant: "destructive",
        }),
    },
  );
  return { toggle: () => mutate({ params: { id } }), isPending };
};
