import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onNews } from "../../client/events.ts";
import { createRefresher } from "../../client/refresher.ts";
import { refreshOrders, rereadKept } from "./purchases.ts";

/** Keeps true what is shown and kept of orders, by what the stream of news tells. */
export const useOrderNews = (): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = createRefresher(() => refreshOrders(queryClient));
    return onNews("order", ({ orderNumber }) => {
      void refresh();
      // What could not be read now is read when a screen wants it.
      rereadKept(orderNumber).catch(() => undefined);
    });
  }, [queryClient]);
};
