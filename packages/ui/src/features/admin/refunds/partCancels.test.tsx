import type { AdminRefund } from "@knowhow/shared";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "../../../testing/patience.ts";
import { buildReceipt } from "../../../testing/orders.ts";
import { renderAt } from "../../../testing/render.tsx";
import { startServer } from "../../../testing/server.ts";
import { buildUser } from "../../../testing/users.ts";
import { RefundsScreen } from "./RefundsScreen.tsx";
import { buildRefund, idOf } from "./testing/refunds.ts";

bePatient();
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

/** With a reason of the provider's, and without. */
const partCancels = [
  { amount: 5_000, at: "2026-11-22T05:06:00.000Z", reason: "상점 관리자" },
  { amount: 1_000, at: "2026-11-23T05:06:00.000Z", reason: null },
];
const parted = buildRefund({ partCancels });
const other = buildRefund({
  orderNumber: "KH20261120-999999999999",
  content: { id: idOf("e"), title: "엑셀 함수" },
});

/** The queue as it was read, and each order as it stands now. */
const open = async (queue: AdminRefund[], now: AdminRefund[] = queue) => {
  server = await startServer(({ path, method }) => {
    if (path.endsWith("/me")) return { body: { user: buildUser({ isAdmin: true }) } };
    if (method !== "GET") return { status: 201, body: { order: buildReceipt() } };
    const refund = now.find(({ orderNumber }) => path.endsWith(`/${orderNumber}`));
    if (refund) return { body: { refund } };
    return { body: { refunds: queue, counts: { requested: queue.length, overdue: 0 } } };
  });
  renderAt(<RefundsScreen />, "/refunds");
  return userEvent.setup();
};
const button = (name: string) => screen.findByRole("button", { name });
const dialog = async () => within(await screen.findByRole("dialog"));

describe("the sums of a refund after the provider gave parts back", () => {
  it("are what remains of that payment, in the queue and in the decision; of no other", async () => {
    const user = await open([other, parted]);
    const sums = "10,500원 (결제사에서 6,000원 취소, 나머지 4,500원)";
    expect(await screen.findByText(sums)).toBeInTheDocument();
    expect(screen.getByText("10,500원")).toBeInTheDocument();
    await user.click(await button(`${parted.orderNumber} 승인`));
    const asked = await dialog();
    expect(asked.getByText(sums)).toBeInTheDocument();
    expect(asked.getByText(/결제한 금액의 나머지 4,500원을 모두 돌려주고/)).toBeInTheDocument();
    await user.click(asked.getByRole("button", { name: "취소" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(await button(`${other.orderNumber} 승인`));
    expect((await dialog()).getByText(/결제한 10,500원을 모두 돌려주고/)).toBeInTheDocument();
  });

  it("are read anew for the decision, which names what was given back since the queue was read", async () => {
    const before = buildRefund({ partCancels: partCancels.slice(0, 1) });
    const user = await open([other, before], [other, parted]);
    await user.click(await button(`${parted.orderNumber} 승인`));
    const asked = await dialog();
    expect(await asked.findByText(/결제사에서 1,000원을 더 취소했어요/)).toBeInTheDocument();
    expect(asked.getByText(/나머지 4,500원을 모두 돌려주고/)).toBeInTheDocument();
    expect(asked.queryByText(/5,500원/)).toBeNull();
  });

  it.each([
    [parted, "4,500원", "결제한 금액의 나머지 4,500원"],
    [other, "10,500원", "결제한 10,500원"],
  ])("are given back by the number of an order: $orderNumber, %s", async (sold, sum, words) => {
    const user = await open([], [{ ...sold, state: "expired", reason: null, dueAt: null }]);
    await user.click(await button("주문번호로 환불"));
    const asked = await dialog();
    await user.type(asked.getByRole("textbox", { name: /주문번호/ }), sold.orderNumber);
    await user.click(asked.getByRole("button", { name: "주문 찾기" }));
    await user.type(await screen.findByRole("textbox", { name: /환불하는 이유/ }), "열리지 않는 파일");
    expect(screen.getByText(new RegExp(`${words}을 모두 돌려주고`))).toBeInTheDocument();
    await user.click(await button(`${sum} 환불하기`));
    expect(await screen.findByText(`‘${sold.content.title}’ ${sum}을 돌려드려요.`)).toBeInTheDocument();
  });
});
