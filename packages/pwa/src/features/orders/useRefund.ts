import { refundRequestForm } from "@knowhow/shared/schemas.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { applyServerErrors } from "@knowhow/ui/forms/applyServerErrors.ts";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";
import { refreshOrders, showOrder } from "@knowhow/ui/features/orders/purchases.ts";
import { refundStatusOf } from "./refundStatus.ts";

const blank = { reason: "" };

/** The form of a refund request; typed text stays until it is sent. */
export const useRefundRequest = (orderNumber: string, onDone: () => void) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { user } = useMe();
  const [failure, setFailure] = useState<string>();
  const form = useContractForm(refundRequestForm, blank, "onSubmit");
  useKeptForm(form, { personId: user?.id, name: `refund:${orderNumber}`, blank });
  const request = useEndpointMutation(client.refunds.request, {
    onSuccess: ({ order }) => {
      showOrder(queryClient, order);
      void refreshOrders(queryClient);
      form.reset(blank);
      toast({ title: "환불을 요청했어요", description: refundStatusOf(order)?.text ?? "" });
      onDone();
    },
    onError: (error) => {
      setFailure(applyServerErrors(form, error));
      // The dialog is outdated.
      if (hasCode(error, "NOT_REFUNDABLE") || hasCode(error, "NOT_FOUND")) void refreshOrders(queryClient);
    },
  });
  const handleSend = form.handleSubmit((body) => {
    setFailure(undefined);
    request.mutate({ params: { orderNumber }, body });
  });
  return { form, failure, handleSend, isPending: request.isPending };
};

/** Takes a refund request back while it is not decided. */
export const useRefundWithdrawal = (orderNumber: string) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, isSuccess } = useEndpointMutation(client.refunds.withdraw, {
    onSuccess: ({ order }) => {
      showOrder(queryClient, order);
      void refreshOrders(queryClient);
      toast({ title: "환불 요청을 취소했어요", description: "콘텐츠를 계속 이용할 수 있어요." });
    },
    onError: (error) => {
      // Decided meanwhile: the orders are read again.
      if (hasCode(error, "NOT_REFUNDABLE") || hasCode(error, "NOT_FOUND")) void refreshOrders(queryClient);
      toast({ title: "환불 요청 취소 실패", description: messageOf(error), variant: "destructive" });
    },
  });
  return {
    withdraw: (onSettled: () => void) => mutate({ params: { orderNumber } }, { onSettled }),
    isPending,
    isSuccess,
  };
};
