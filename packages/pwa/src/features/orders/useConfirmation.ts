import type { Purchase } from "@knowhow/shared";
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { client } from "@knowhow/ui/client/client.ts";
import { invalidate, useEndpoint } from "@knowhow/ui/client/queries.ts";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import { tellMeaningfulAct } from "@knowhow/ui/client/installing.ts";
import { dropConsent } from "./consents.ts";
import { automaticRetries, confirmFailureOf, retryDelayOf, type PaymentResult } from "./confirmation.ts";

/**
 * Confirms a payment once for each visit. It is a query because it behaves like one: keyed by the address, shared by
 * all components, never sent twice by a second render; the server charges once in any case.
 */
export const useConfirmation = (result: PaymentResult): UseQueryResult<Purchase> => {
  const queryClient = useQueryClient();
  return useQuery<Purchase>({
    queryKey: [client.orders.confirm.contract.path, result],
    // The signal is not passed on purpose: leaving the screen must not abort the confirmation.
    queryFn: async () => {
      // The notice of a sanction says nothing of the money.
      const purchase = await client.orders.confirm({ body: { ...result } }, { sanctionIsFailure: true });
      tellMeaningfulAct();
      dropConsent(purchase.content.id);
      void Promise.all([
        refreshContents(queryClient),
        invalidate(queryClient, client.orders.list),
        invalidate(queryClient, client.orders.get),
        invalidate(queryClient, client.chats.rooms),
        invalidate(queryClient, client.accounts.me),
      ]);
      return purchase;
    },
    retry: (failures, error) => failures < automaticRetries && confirmFailureOf(error) === "undecided",
    retryDelay: retryDelayOf,
    retryOnMount: false,
    gcTime: Infinity,
  });
};

/** The order as its buyer has it, for its content and its sales slip. */
export const useReceipt = (orderNumber: string | undefined) =>
  useEndpoint(
    client.orders.get,
    { params: { orderNumber: orderNumber ?? "" } },
    { enabled: orderNumber !== undefined && orderNumber !== "" },
  );
