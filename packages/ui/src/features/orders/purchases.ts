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
  const newest = await client.orders.list.page({});
  const isFound = newest.data.some((own) => own.orderNumber === orderNumber);
  // Only who has more purchases than that list asks about one that it lacks; of a sale the server tells nothing.
  if (!isFound && newest.nextCursor === undefined) return;
  const order = await client.orders.get({ params: { orderNumber } });
  await Promise.all([
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
