import type { OwnPurchase, Receipt } from "@knowhow/shared";
import type { QueryClient } from "@tanstack/react-query";
import { client } from "../../client/client.ts";
import { invalidate, keyOf } from "../../client/queries.ts";
import { changeContents, refreshContents } from "../../client/contentCache.ts";

const orderCalls = [client.orders.list, client.orders.get, client.chats.rooms, client.chats.room];

/** After an order has changed: reads anew everything that shows it, its content, or the talk about it. */
export const refreshOrders = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    refreshContents(queryClient),
    ...orderCalls.map(({ contract }) => queryClient.invalidateQueries({ queryKey: [contract.path] })),
  ]);
};

/** Shows an order as the server has just sent it. */
export const showOrder = (queryClient: QueryClient, order: Receipt): void => {
  queryClient.setQueryData(keyOf(client.orders.get, { params: { orderNumber: order.orderNumber } }), order);
};

/**
 * Updates the device's copies of an order, also where no screen shows it: they must not offer a refunded content. The
 * news of an order go to its seller too, whose own purchases lack it.
 */
export const rereadKept = async (orderNumber: string): Promise<void> => {
  const newest = await client.orders.list.page({});
  const isFound = newest.data.some((own) => own.orderNumber === orderNumber);
  // A missing order is asked for only where there are more pages; of a sale the server tells nothing here.
  if (!isFound && newest.nextCursor === undefined) return;
  const order = await client.orders.get({ params: { orderNumber } });
  await Promise.all([
    client.contents.bought.page({}),
    // An answer of a content that is not owned any more drops it with everything kept about it.
    client.contents.get({ params: { id: order.contentId }, query: { peek: "1" } }),
  ]);
};

const isUnopened = (purchase: OwnPurchase | undefined): boolean => purchase?.refundState === "available";

/** Marks a content's purchase as opened wherever it is shown, before it is read again. */
export const markOpened = (queryClient: QueryClient, contentId: string): void => {
  changeContents(queryClient, (entry) =>
    entry.id === contentId && entry.purchase && isUnopened(entry.purchase)
      ? { ...entry, purchase: { ...entry.purchase, refundState: "delivered" } }
      : entry,
  );
  void invalidate(queryClient, client.orders.get);
  // What was opened may be rated.
  void invalidate(queryClient, client.ratings.list, { params: { id: contentId } });
};
