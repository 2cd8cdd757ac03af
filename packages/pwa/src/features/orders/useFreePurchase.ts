import type { Content, Purchase } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { client, newIdempotencyKey } from "@knowhow/ui/client/client.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { invalidate, useAct } from "@knowhow/ui/client/queries.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { tellMeaningfulAct } from "@knowhow/ui/client/installing.ts";
import { useLoginAction } from "@knowhow/ui/features/layout/useLoginAction.ts";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import { fileListId } from "./fileListId.ts";

/** Takes a free content: one order and its completion, both safe to repeat. */
export const useFreePurchase = ({ id, title }: Pick<Content, "id" | "title">) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const login = useLoginAction();
  const key = useRef(newIdempotencyKey());
  const refresh = async () => {
    await Promise.all([
      refreshContents(queryClient),
      invalidate(queryClient, client.orders.list),
      invalidate(queryClient, client.chats.rooms),
    ]);
  };
  return useAct<Purchase, undefined>({
    mutationFn: async () => {
      const body = { contentId: id, originalPrice: 0, platformFee: 0, totalAmount: 0 };
      const { order } = await client.orders.create({ body }, { idempotencyKey: key.current });
      return client.orders.completeFree({ body: { orderNumber: order.orderNumber } });
    },
    onSuccess: async () => {
      // Taking the content again, after a refund, is another wish.
      key.current = newIdempotencyKey();
      tellMeaningfulAct();
      await refresh();
      // The pressed button is gone; the files take the focus.
      document.getElementById(fileListId)?.focus();
      toast({
        title: "구매가 완료되었습니다",
        description: `바로 이용할 수 있어요: ${title}`,
      });
    },
    onError: async (error) => {
      key.current = newIdempotencyKey();
      // Bought in another tab meanwhile, paused, or no longer free: the screen is read again.
      const isOutdated =
        hasCode(error, "ALREADY_PURCHASED") ||
        hasCode(error, "AMOUNT_MISMATCH") ||
        hasCode(error, "NOT_ON_SALE") ||
        hasCode(error, "NOT_FREE");
      if (isOutdated) await refresh();
      const said = {
        title: "무료 구매 실패",
        description: messageOf(error),
        variant: "destructive",
      } as const;
      toast(hasCode(error, "LOGIN_REQUIRED") ? { ...said, action: login() } : said);
    },
  });
};
