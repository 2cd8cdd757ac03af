import { amountsOf, consentVersion, type Content, type CurrentUser } from "@knowhow/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { ConnectionError, hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { useToast, type ToastMessage } from "@knowhow/ui/components/ToastProvider.tsx";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import { expiredNotice, useLoginAction } from "@knowhow/ui/features/layout/useLoginAction.ts";
import { rememberCheckout } from "./lastCheckout.ts";
import { countTakeovers, entriesAtCheckout } from "./landing.ts";
import { openPaymentWindow, PaymentWindowError } from "./paymentWindow.ts";
import type { PayWay } from "./payWay.ts";

/** The advice after a price has changed; the screen shows the new one by then. */
export const changedPrice = "새 결제 금액을 확인한 뒤 다시 결제해주세요.";

/** The toast when paying failed or was cancelled; none for a changed offer, which is told beside the new one. */
const toastOf = (error: Error): ToastMessage | undefined => {
  if (hasCode(error, "AMOUNT_MISMATCH") || hasCode(error, "EDIT_CONFLICT")) return undefined;
  if (error instanceof PaymentWindowError) {
    if (error.kind === "cancelled") return { title: "결제 취소", description: error.message };
    const title = error.kind === "unavailable" ? "결제 서비스 준비 중" : "결제 실패";
    return { title, description: error.message, variant: "destructive" };
  }
  const title = error instanceof ConnectionError ? "결제를 시작할 수 없습니다" : "주문 생성 실패";
  return { title, description: messageOf(error), variant: "destructive" };
};

/** Whether the screen is outdated: another price or offer, bought meanwhile, paused, or deleted. */
const isOutdated = (error: Error): boolean =>
  hasCode(error, "AMOUNT_MISMATCH") ||
  hasCode(error, "EDIT_CONFLICT") ||
  hasCode(error, "ALREADY_PURCHASED") ||
  hasCode(error, "OWN_CONTENT") ||
  hasCode(error, "NOT_ON_SALE") ||
  hasCode(error, "NOT_FOUND");

interface Paid {
  content: Pick<Content, "id" | "price" | "updatedAt">;
  /** The version of its trial, where that was read. */
  trial: string | undefined;
}

/** Starts paying for a content: one order of the offer that the buyer saw, then the payment window. */
export const usePay = ({ content, trial }: Paid, buyer: CurrentUser, way: PayWay) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const login = useLoginAction();
  const create = useEndpointMutation(client.orders.create);
  const isBusy = useRef(false);
  const { price, buyerFee, totalAmount } = amountsOf(content.price);
  const mutation = useMutation({
    onMutate: countTakeovers,
    mutationFn: async () => {
      if (!navigator.onLine) throw new ConnectionError();
      const body = {
        contentId: content.id,
        originalPrice: price,
        platformFee: buyerFee,
        totalAmount,
        consent: consentVersion,
        offer: { updatedAt: content.updatedAt, trial },
      };
      const { order, payment } = await create.mutateAsync({ body });
      if (!payment) throw new PaymentWindowError("failed", "결제할 금액이 없는 콘텐츠입니다.", undefined);
      rememberCheckout({
        contentId: content.id,
        orderNumber: order.orderNumber,
        ...entriesAtCheckout(),
      });
      await openPaymentWindow({ order, payment }, buyer, way);
    },
    onError: async (error, _, takeoversBefore) => {
      if (countTakeovers() !== takeoversBefore) return;
      // Another part of the app may have told the end first, with the same way back.
      if (hasCode(error, "LOGIN_REQUIRED")) toast({ ...expiredNotice, action: login() });
      else toast(toastOf(error) ?? null);
      if (isOutdated(error)) await refreshContents(queryClient);
    },
    onSettled: () => {
      isBusy.current = false;
    },
  });
  const { reset } = mutation;
  // The back button may restore this page from the back/forward cache, still waiting for the payment window.
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isBusy.current = false;
      reset();
    };
    window.addEventListener("pageshow", handleShow);
    return () => {
      window.removeEventListener("pageshow", handleShow);
    };
  }, [reset]);
  const pay = () => {
    // A second press may come before the first is rendered.
    if (isBusy.current) return;
    isBusy.current = true;
    mutation.mutate();
  };
  return { pay, isPending: mutation.isPending, error: mutation.error };
};
