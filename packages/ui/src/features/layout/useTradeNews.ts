import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../client/client.ts";
import { onNews } from "../../client/events.ts";
import { createRefresher } from "../../client/refresher.ts";
import { useToast } from "../../components/ToastProvider.tsx";

const ofMoney = [
  client.settlements.list,
  client.seller.listSales,
  client.seller.getBalance,
  client.seller.getStatement,
];
const ofOrders = [client.orders.list, client.orders.get, client.contents.statistics, client.contents.mine, client.contents.bought]; // oxfmt-ignore

const ofWishes = [client.wishes.list, client.wishes.news];
const voices = [client.comments.list, client.ratings.list];

const refreshAll = async (
  queryClient: QueryClient,
  calls: readonly { contract: { path: string } }[],
): Promise<void> => {
  await Promise.all(
    calls.map(({ contract }) => queryClient.invalidateQueries({ queryKey: [contract.path] })),
  );
};

/**
 * Keeps sales, money, comments, ratings and wishes on the screen up to date by the stream of news; after missed news orders too, which
 * useOrderNews otherwise follows one by one.
 */
export const useTradeNews = (): void => {
  const queryClient = useQueryClient();
  const toast = useToast();
  useEffect(() => {
    const refreshMoney = createRefresher(() => refreshAll(queryClient, ofMoney));
    const refreshWishes = createRefresher(() => refreshAll(queryClient, ofWishes));
    const refreshVoices = ({ contentId: id }: { contentId: string }) => {
      for (const { contract } of voices)
        void queryClient.invalidateQueries({ queryKey: [contract.path, { params: { id } }] });
    };
    const stops = [
      onNews("order", () => void refreshMoney()),
      onNews("settlement", () => void refreshMoney()),
      onNews("comment", refreshVoices),
      onNews("rating", refreshVoices),
      onNews("wish", () => {
        void refreshWishes();
        toast({
          title: "찜한 콘텐츠에 새 소식이 있어요",
          description: "서재의 찜한 콘텐츠에서 볼 수 있어요.",
        });
      }),
      onNews("resync", () => {
        void refreshMoney();
        void refreshAll(queryClient, [...ofOrders, ...ofWishes, ...voices, client.questions.list]);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, toast]);
};
