import type { AdminRefund } from "@knowhow/shared";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { hearNews, tellNews } from "../../../testing/news.ts";
import { bePatient } from "../../../testing/patience.ts";
import { buildReceipt } from "../../../testing/orders.ts";
import { renderAt } from "../../../testing/render.tsx";
import { startServer, type FakeAnswer } from "../../../testing/server.ts";
import { buildUser } from "../../../testing/users.ts";
import { RefundsScreen } from "./RefundsScreen.tsx";
import { buildRefund, idOf } from "./testing/refunds.ts";

bePatient();
const own = buildUser({ id: idOf("ad"), isAdmin: true });
let server: Awaited<ReturnType<typeof startServer>>;
let stop: () => void;
afterEach(async () => {
  stop();
  await server.close();
});

let count = 0;
/** An administrator writes into the dialog of one of two requests; `current` is how both stand. */
const write = async (
  act: "승인" | "거절",
  answer: () => FakeAnswer | Promise<FakeAnswer> = () => ({}),
  seen: Partial<AdminRefund> = {},
) => {
  // A reason typed about an order is kept for it.
  count += 1;
  const orderNumber = `KH20261122-${String(count).padStart(12, "0")}`;
  const beside = `KH20261123-${String(count).padStart(12, "0")}`;
  const current = new Map<string, AdminRefund>(
    [orderNumber, beside].map((number) => [number, buildRefund({ ...seen, orderNumber: number })]),
  );
  server = await startServer(({ path, method }) => {
    if (path.endsWith("/me")) return { body: { user: own } };
    if (method !== "GET") return answer();
    const refund = current.get(path.split("/").at(-1) ?? "");
    if (refund) return { body: { refund } };
    const refunds = [...current.values()].filter(({ state }) => state === "requested");
    return { body: { refunds, counts: { requested: refunds.length, overdue: 0 } } };
  });
  stop = hearNews();
  renderAt(<RefundsScreen />, "/refunds");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: `${orderNumber} ${act}` }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox", { name: /결정한 이유/ }), "하자가 있습니다.");
  return { orderNumber, beside, current, user, dialog };
};
const reads = () => server.asked.filter(({ path }) => path.includes("/refunds/KH")).length;
const sent = () => server.asked.filter(({ method }) => method !== "GET");
const decided = {
  state: "denied",
  decision: "deny",
  decisionReason: "먼저",
  decidedAt: "2026-11-24T01:00:00.000Z",
} as const;

describe("an open decision about a refund", () => {
  it("says that the buyer took the request back, keeps the words, and offers no sending", async () => {
    const { orderNumber, current, dialog } = await write("승인");
    current.set(orderNumber, buildRefund({ orderNumber, state: "delivered" }));
    tellNews("order", { orderNumber, status: "paid" });
    expect(await dialog.findByText(/구매자가 요청을 취소해 결정할 것이 없어요/)).toHaveTextContent("열었음");
    expect(dialog.queryByRole("button", { name: "환불 승인" })).toBeNull();
    expect(dialog.getByRole("textbox", { name: "내가 쓴 이유" })).toHaveValue("하자가 있습니다.");
    expect(sent()).toEqual([]);
  });

  it("says that a colleague dropped what no buyer had asked for", async () => {
    const unasked = { reason: null, refusalCode: "NOT_CANCELABLE_PAYMENT" };
    const { orderNumber, current, dialog } = await write("거절", () => ({}), unasked);
    current.set(orderNumber, buildRefund({ orderNumber, state: "available", reason: null }));
    tellNews("order", { orderNumber, status: "paid" });
    expect(await dialog.findByText(/다른 관리자가 환불을 더 진행하지 않기로 했어요/)).toBeInTheDocument();
    expect(dialog.queryByText(/구매자가 요청을 취소해/)).toBeNull();
  });

  it.each([
    ["a colleague", "ee", /다른 곳에서 먼저 처리되어/],
    ["oneself elsewhere", "ad", /이미 처리한 요청이에요/],
  ])("says that it was decided by %s before it was sent", async (_, end, words) => {
    const { orderNumber, current, dialog } = await write("거절");
    current.set(
      orderNumber,
      buildRefund({ orderNumber, ...decided, decidedBy: { id: idOf(end), nickname: "운영" } }),
    );
    tellNews("order", { orderNumber, status: "paid" });
    expect(await dialog.findByText(words)).toBeInTheDocument();
    expect(dialog.getByText(/운영님이 .* 거절했어요. 이유: 먼저/)).toBeInTheDocument();
    expect(dialog.queryByRole("button", { name: "환불 거절" })).toBeNull();
  });

  it("asks nothing because of another order, and reads it again after news were missed", async () => {
    const { orderNumber, beside, current, dialog } = await write("승인");
    await waitFor(() => expect(reads()).toBe(1));
    current.set(beside, buildRefund({ orderNumber: beside, state: "delivered" }));
    tellNews("order", { orderNumber: beside, status: "paid" });
    current.set(orderNumber, buildRefund({ orderNumber, state: "delivered" }));
    expect(dialog.getByRole("button", { name: "환불 승인" })).toBeEnabled();
    expect(reads()).toBe(1);
    tellNews("resync");
    expect(await dialog.findByText(/구매자가 요청을 취소해/)).toBeInTheDocument();
  });

  it("takes the news of its own decision for nobody else's", async () => {
    let release: (() => void) | undefined;
    const { orderNumber, current, user, dialog } = await write(
      "거절",
      () =>
        new Promise((resolve) => {
          release = () => resolve({ body: { order: buildReceipt() } });
        }),
    );
    await user.click(dialog.getByRole("button", { name: "환불 거절" }));
    await waitFor(() => expect(release).toBeDefined());
    current.set(
      orderNumber,
      buildRefund({ orderNumber, ...decided, decidedBy: { id: own.id, nickname: "지킴이" } }),
    );
    tellNews("order", { orderNumber, status: "paid" });
    expect(await dialog.findByText(/지킴이님이 .* 거절했어요/)).toBeInTheDocument();
    expect(screen.queryByText(/처리되어|이미 처리한/)).toBeNull();
    release?.();
    expect(await screen.findByText("환불 요청을 거절했어요")).toBeInTheDocument();
  });
});
