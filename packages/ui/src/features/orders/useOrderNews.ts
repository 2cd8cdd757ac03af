import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onNews } from "../../client/events.ts";
import { createRefresher } from "../../client/refresher.ts";
import { refreshOrders, rereadKept } from "./purchases.ts";

/** Keeps shown and kept orders up to date by the stream of news. */
export const useOrderNews = (): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = createRefresher(() => refreshOrders(queryClient));
    return onNews("order", ({ orderNumber }) => {
      void refresh();
      // An order that could not be read now is read when a screen needs it.
      rereadKept(orderNumber).catch(() => undefined);
    });
  }, [queryClient]);
};
