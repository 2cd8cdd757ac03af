import { api } from "@knowhow/shared";
import { waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { hearNews, tellNews } from "../../testing/news.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import { buildContent } from "../../testing/contents.ts";
import { buildReceipt } from "../../testing/orders.ts";
import { refuse, startServer, type FakeAnswer } from "../../testing/server.ts";
import { useOrderNews } from "./useOrderNews.ts";

bePatient();

const bought = buildReceipt();
const sold = "KH20261121-000000000002";

let server: Awaited<ReturnType<typeof startServer>>;
let stop: () => void;
afterEach(async () => {
  stop();
  await server.close();
});

const Listener = () => {
  useOrderNews();
  return null;
};

/** A person who has bought one thing gets news of an order. */
const hear = async (orderNumber: string, status: string, newest?: FakeAnswer): Promise<void> => {
  server = await startServer(({ path }) => {
    if (path === api.orders.list.path) return newest ?? { body: [bought] };
    if (path === `/api/orders/${bought.orderNumber}`) return { body: bought };
    if (path.startsWith("/api/buyer/contents")) return { body: [] };
    // The server does not tell of an order to other people.
    return path.includes(sold) ? refuse("NOT_FOUND") : { body: buildContent({ id: bought.contentId }) };
  });
  stop = hearNews();
  renderAt(<Listener />);
  tellNews("order", { orderNumber, status });
  await waitFor(() => expect(server.asked.length).toBeGreaterThan(0));
};
const paths = () => server.asked.map(({ path }) => path);

describe("news of an order", () => {
  it("have its buyer's device read the receipt, the library and the content anew", async () => {
    await hear(bought.orderNumber, "refunded");
    await waitFor(() =>
      expect(paths()).toEqual(
        expect.arrayContaining([
          `/api/orders/${bought.orderNumber}`,
          expect.stringMatching(/^\/api\/buyer\/contents/),
          `/api/contents/${bought.contentId}?peek=1`,
        ]),
      ),
    );
    expect(paths().filter((path) => path.includes(sold))).toEqual([]);
  });

  it("are heard of a purchase, too, that the newest no longer show; of a sale nothing more is asked", async () => {
    const newest = { body: [], headers: { link: '</api/orders?cursor=more>; rel="next"' } };
    await hear(sold, "refunded", newest);
    tellNews("order", { orderNumber: bought.orderNumber, status: "refunded" });
    await waitFor(() => expect(paths()).toContain(`/api/contents/${bought.contentId}?peek=1`));
    expect(paths().filter((path) => path.startsWith("/api/contents/"))).toHaveLength(1);
    expect(paths().filter((path) => path.startsWith("/api/buyer/contents"))).toHaveLength(1);
  });

  it.each(["paid", "refund_requested", "refunded"])(
    "ask nothing about a sale that is %s in its seller's name",
    async (status) => {
      await hear(sold, status);
      // News of their own purchase come after: once they were read, those of the sale have been.
      tellNews("order", { orderNumber: bought.orderNumber, status: "paid" });
      await waitFor(() => expect(paths()).toContain(`/api/orders/${bought.orderNumber}`));
      expect(paths().filter((path) => path.includes(sold))).toEqual([]);
    },
  );
});
