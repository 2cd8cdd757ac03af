import type { AdminRefund } from "@knowhow/shared";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach } from "vitest";
import { bePatient } from "../../../../testing/patience.ts";
import { renderAt } from "../../../../testing/render.tsx";
import { startServer, type FakeAnswer, type RecordedRequest } from "../../../../testing/server.ts";
import { buildUser } from "../../../../testing/users.ts";
import { RefundsScreen } from "../RefundsScreen.tsx";
import { buildRefund, idOf } from "./refunds.ts";

/** The queue of refunds before a server of its own, for each test of the calling file. */
export const prepareRefundQueue = () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let count = 0;
  bePatient();
  beforeEach(() => {
    count += 1;
  });
  afterEach(() => server.close());

  /** One for each test: a reason typed about an order is kept for it. */
  const orderNumber = () => `KH20261121-${String(count).padStart(12, "0")}`;
  const build = (overrides: Partial<AdminRefund> = {}): AdminRefund =>
    buildRefund({ orderNumber: orderNumber(), ...overrides });
  return {
    orderNumber,
    build,
    other: () =>
      build({
        orderNumber: "KH20261120-999999999999",
        content: { id: idOf("e"), title: "엑셀 함수" },
        isOverdue: true,
        dueAt: "2026-11-22T15:00:00.000Z",
        deliveries: [],
      }),
    /** Shows the screen; `read` has the requests by the query, `answer` what becomes of decisions. */
    open: async (
      read: (query: URLSearchParams) => AdminRefund[] | FakeAnswer,
      answer: (asked: RecordedRequest) => FakeAnswer = () => ({}),
    ) => {
      server = await startServer((asked) => {
        const [path = "", query] = asked.path.split("?");
        if (path.endsWith("/me")) return { body: { user: buildUser({ isAdmin: true }) } };
        if (path === "/api/admin/chat-messages") return { body: { messages: [] } };
        if (asked.method !== "GET") return answer(asked);
        const found = read(new URLSearchParams(query));
        const one = Array.isArray(found) && found.find((refund) => path.endsWith(`/${refund.orderNumber}`));
        if (one) return { body: { refund: one } };
        return Array.isArray(found)
          ? { body: { refunds: found, counts: { requested: found.length, overdue: 1 } } }
          : found;
      });
      const { router } = renderAt(<RefundsScreen />, "/refunds");
      return { user: userEvent.setup(), router };
    },
    button: (name: string) => screen.findByRole("button", { name }),
    dialog: async () => within(await screen.findByRole("dialog")),
    asked: () => server.asked,
    sent: () => server.asked.filter(({ method }) => method !== "GET"),
  };
};
