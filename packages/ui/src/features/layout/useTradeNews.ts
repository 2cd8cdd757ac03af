import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../client/client.ts";
import { onNews } from "../../client/events.ts";
import { invalidate } from "../../client/queries.ts";
import { createRefresher } from "../../client/refresher.ts";

const ofMoney = [
  client.settlements.list,
  client.seller.listSales,
  client.seller.getBalance,
  client.seller.getStatement,
];
const ofOrders = [client.orders.list, client.orders.get, client.contents.statistics, client.contents.mine, client.contents.bought]; // oxfmt-ignore

const refreshAll = async (
  queryClient: QueryClient,
  calls: readonly { contract: { path: string } }[],
): Promise<void> => {
  await Promise.all(
    calls.map(({ contract }) => queryClient.invalidateQueries({ queryKey: [contract.path] })),
  );
};

/**
 * Keeps sales, money, comments and ratings on the screen up to date by the stream of news; after missed news orders too, which
 * useOrderNews otherwise follows one by one.
 */
export const useTradeNews = (): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refreshMoney = createRefresher(() => refreshAll(queryClient, ofMoney));
    const stops = [
      onNews("order", () => void refreshMoney()),
      onNews("settlement", () => void refreshMoney()),
      onNews("comment", ({ contentId }) => {
        void invalidate(queryClient, client.comments.list, { params: { id: contentId } });
      }),
      onNews("rating", ({ contentId }) => {
        void invalidate(queryClient, client.ratings.list, { params: { id: contentId } });
      }),
      onNews("resync", () => {
        void refreshMoney();
        void refreshAll(queryClient, [
          ...ofOrders,
          client.comments.list,
          client.ratings.list,
          client.questions.list,
        ]);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
};
