import { useQueryClient } from "@tanstack/react-query";
import { client } from "@knowhow/ui/client/client.ts";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import { useAct } from "@knowhow/ui/client/queries.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";

/** Deletes the user's own content; its buyers keep it. */
export const useRemoveContent = (id: string, onRemoved: () => void) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useAct<unknown, undefined>({
    mutationFn: () => client.contents.remove({ params: { id } }),
    onSuccess: async () => {
      onRemoved();
      queryClient.removeQueries({ queryKey: [client.contents.get.contract.path, { params: { id } }] });
      toast({ title: "콘텐츠를 삭제했습니다" });
      await refreshContents(queryClient);
    },
    onError: (error) => {
      // Deleted elsewhere meanwhile: the screen is read again.
      if (hasCode(error, "NOT_FOUND")) void refreshContents(queryClient);
      toast({ title: "삭제 실패", description: messageOf(error), variant: "destructive" });
    },
  });
};
