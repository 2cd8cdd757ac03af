import type { OwnPurchase, Receipt } from "@knowhow/shared";
import type { QueryClient } from "@tanstack/react-query";
import { client } from "../../client/client.ts";
import { invalidate, keyOf } from "../../client/queries.ts";
import { changeContents, refreshContents } from "../../client/contentCache.ts";

const orderCalls = [client.orders.list, client.orders.get, client.chats.rooms, client.chats.room];

/** After an order has changed: everything that shows it, what it is of, or the talk about it is read anew. */
export const refreshOrders = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    refreshContents(queryClient),
    ...orderCalls.map(({ contract }) => queryClient.invalidateQueries({ queryKey: [contract.path] })),
  ]);
};

/** Shows an order as the server has just said that it is. */
export const showOrder = (queryClient: QueryClient, order: Receipt): void => {
  queryClient.setQueryData(keyOf(client.orders.get, { params: { orderNumber: order.orderNumber } }), order);
};

/**
 * Has the device keep what an order is now, also where no screen shows it: the copies must not offer what was given
 * back. The news of an order is its seller's too, whose own purchases do not have it.
 */
export const rereadKept = async (orderNumber: string): Promise<void> => {
  const order = (await client.orders.list()).find((own) => own.orderNumber === orderNumber);
  if (!order) return;
  await Promise.all([
    client.orders.get({ params: { orderNumber } }),
    client.contents.bought.page({}),
    // Read as nobody's anymore, a content is dropped with all that is kept of it.
    client.contents.get({ params: { id: order.contentId }, query: { peek: "1" } }),
  ]);
};

const isUnopened = (purchase: OwnPurchase | undefined): boolean => purchase?.refundState === "available";

/** A content was opened: its purchase says so wherever it is shown, before it is read again. */
export const markOpened = (queryClient: QueryClient, contentId: string): void => {
  changeContents(queryClient, (entry) =>
    entry.id === contentId && entry.purchase && isUnopened(entry.purchase)
      ? { ...entry, purchase: { ...entry.purchase, refundState: "delivered" } }
      : entry,
  );
  void invalidate(queryClient, client.orders.get);
};
