import type { Content } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { client } from "@knowhow/ui/client/client.ts";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";

/** Takes an own content off sale, or puts it back; a refused pause is told by its dialog. */
export const useSaleState = ({ id, title }: Pick<Content, "id" | "title">) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { mutate, isPending } = useEndpointMutation(client.contents.setState, {
    onSuccess: async ({ state }, { body }) => {
      // Hidden meanwhile: the pause is kept, and comes to light when administrators put the content back.
      const done = body.state === "paused" ? "판매를 멈췄습니다" : "다시 판매합니다";
      toast({ title: state === "hidden" ? "관리자가 숨긴 콘텐츠입니다" : done, description: title });
      await refreshContents(queryClient);
    },
    onError: (error, { body }) => {
      // Deleted elsewhere meanwhile: the screen is read again.
      if (hasCode(error, "NOT_FOUND")) void refreshContents(queryClient);
      if (body.state === "listed")
        toast({ title: "다시 판매하지 못했습니다", description: messageOf(error), variant: "destructive" });
    },
  });
  const params = { id };
  return {
    isPending,
    resume: () => mutate({ params, body: { state: "listed" } }),
    pause: (until: string | undefined, told: { onSuccess: () => void; onError: (error: Error) => void }) =>
      mutate({ params, body: { state: "paused", ...(until === undefined ? {} : { until }) } }, told),
  };
};
