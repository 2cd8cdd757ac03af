import { formatBuyerPrice, pageSize, type WishedContent } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { invalidate } from "@knowhow/ui/client/queries.ts";

/** The news of a wish, a line each; answers that the device kept from before there were news have none. */
export const wishNewsOf = ({ price, priceBefore, newVersion }: WishedContent): string[] => [
  ...(typeof priceBefore === "number"
    ? [`가격이 내렸어요: ${formatBuyerPrice(priceBefore)} → ${formatBuyerPrice(price)}`]
    : []),
  ...(typeof newVersion === "number" ? ["새 버전이 나왔어요"] : []),
];

/** Tells the server which news are on the screen. They stay there until the list is read again. */
export const useSeenWishes = (items: readonly WishedContent[] | undefined): void => {
  const queryClient = useQueryClient();
  const told = useRef(new Set<string>());
  useEffect(() => {
    const shown = (items ?? [])
      .filter((item) => wishNewsOf(item).length > 0)
      .map(({ id, price, newVersion }) => ({ contentId: id, price, newVersion }))
      .filter((news) => !told.current.has(JSON.stringify(news)))
      .slice(0, pageSize.max);
    if (shown.length === 0) return;
    for (const news of shown) told.current.add(JSON.stringify(news));
    client.wishes
      .seen({ body: { shown } })
      .then(() => invalidate(queryClient, client.wishes.news))
      .catch(() => {
        // They stay unseen, and are told of again with the next look.
        for (const news of shown) told.current.delete(JSON.stringify(news));
      });
  }, [items, queryClient]);
};
