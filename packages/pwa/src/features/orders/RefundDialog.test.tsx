import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useEffect, useState } from "react";
import type { Receipt } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { meKey } from "@knowhow/ui/client/session.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { hearNews, tellNews } from "@knowhow/ui/testing/news.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { useOrderNews } from "@knowhow/ui/features/orders/useOrderNews.ts";
import { RefundDialog } from "./RefundDialog.tsx";
import { RefundNotice } from "./RefundNotice.tsx";

bePatient();
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

// One for each test: text typed about an order is kept under its number.
let orderNumber = "";
let count = 0;
beforeEach(() => {
  count += 1;
  orderNumber = `KH20261121-${String(count).padStart(12, "0")}`;
});
const buildOrder = (overrides: Partial<Receipt> = {}): Receipt => ({
  id: "01900000-0000-7000-8000-0000000000b1",
  orderNumber,
  amount: 10_500,
  platformFee: 500,
  sellerAmount: 9_500,
  status: "paid",
  contentId: "01900000-0000-7000-8000-000000000001",
  content: {
    id: "01900000-0000-7000-8000-000000000001",
    title: "여행 영어",
    category: "language",
    mentorNickname: "지현",
  },
  paymentMethod: "카드",
  receiptUrl: null,
  createdAt: "2026-11-21T00:00:00.000Z",
  paidAt: "2026-11-21T05:06:00.000Z",
  refundableUntil: "2126-11-28T05:06:00.000Z",
  refundState: "available",
  refund: null,
  ...overrides,
});

const Opened = () => {
  useOrderNews();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        다시 열기
      </button>
      <RefundDialog
        orderNumber={orderNumber}
        isOpen={isOpen}
        onOpen={() => setIsOpen(true)}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
};

const open = async (
  read: () => Receipt,
  answer: (asked: RecordedRequest) => FakeAnswer | Promise<FakeAnswer> = () => ({}),
) => {
  server = await startServer((asked) => {
    if (asked.path.endsWith("/me")) return { body: { user: buildUser() } };
    if (asked.method !== "GET") return answer(asked);
    if (asked.path.startsWith("/api/orders/")) return { body: read() };
    if (asked.path.startsWith("/api/contents/")) return { body: buildContent({ hasPurchased: true }) };
    return { body: [] };
  });
  const { queryClient } = renderAt(<Opened />);
  await waitFor(() => expect(queryClient.getQueryData(meKey)).toBeDefined());
  return userEvent.setup();
};
const requests = () => server.asked.filter(({ method }) => method === "POST");
const reason = () => screen.findByRole("textbox", { name: /환불을 요청하는 이유/ });
const send = () => screen.getByRole("button", { name: "환불 요청하기" });

describe("RefundDialog", () => {
  it("says that an unopened purchase is given back at once, and asks once for a double click", async () => {
    let order = buildOrder();
    const user = await open(
      () => order,
      () => {
        order = buildOrder({ status: "refunding", refundState: "refunding" });
        return { status: 201, body: { order } };
      },
    );
    const box = await reason();
    expect(screen.getByText(/요청하면 바로 환불이 시작돼요. 결제한 10,500원을 모두/)).toBeInTheDocument();
    expect(box).toHaveFocus();
    await user.type(box, " 잘못 샀어요 ");
    expect(screen.getByText("8/500")).toBeInTheDocument();
    await user.dblClick(send());
    expect(await screen.findByText("환불을 요청했어요")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(requests()).toHaveLength(1);
    expect(requests()[0]?.path).toBe(`/api/orders/${orderNumber}/refund-request`);
    expect(JSON.parse(requests()[0]?.body ?? "")).toEqual({ reason: "잘못 샀어요" });
    expect(requests()[0]?.headers["idempotency-key"]).toMatch(/^\w{16,64}$/);
  });

  it("says that an administrator decides about what was opened", async () => {
    await open(() => buildOrder({ refundState: "delivered" }));
    await reason();
    expect(screen.getByText(/관리자가 영업일 기준 3일 안에 확인하고 결정해요/)).toBeInTheDocument();
    expect(screen.queryByText(/바로 환불이 시작/)).toBeNull();
  });

  it("follows what another device opens meanwhile, keeps what was typed, and tells what became of it", async () => {
    let order = buildOrder();
    const dueAt = "2026-11-26T15:00:00.000Z";
    const stopNews = hearNews();
    const user = await open(
      () => order,
      () => {
        const refund = {
          ...{ requestedAt: "2026-11-23T01:00:00.000Z", dueAt, reason: "잘못 샀어요", decision: null },
          ...{ decisionReason: null, decidedAt: null, completedAt: null },
        };
        return {
          status: 201,
          body: { order: buildOrder({ status: "refund_requested", refundState: "requested", refund }) },
        };
      },
    );
    await user.type(await reason(), "잘못 샀어요");
    expect(screen.getByRole("note")).toHaveTextContent("바로 환불이 시작돼요");
    order = buildOrder({ refundState: "delivered" });
    tellNews("order", { orderNumber, status: "paid" });
    await waitFor(() => expect(screen.getByRole("note")).toHaveTextContent(/관리자가 .* 확인하고 결정해요/));
    expect(await reason()).toHaveValue("잘못 샀어요");
    await user.click(send());
    expect(await screen.findByText(/환불을 요청했어요. .*확인하고/)).toBeInTheDocument();
    expect(screen.queryByText(/바로 환불/)).toBeNull();
    stopNews();
  });

  const partCancels = [
    { amount: 5_000, at: "2026-11-22T05:06:00.000Z", reason: "상점 관리자" },
    { amount: 1_000, at: "2026-11-23T05:06:00.000Z", reason: null },
  ];
  it.each([
    ["available", partCancels, "10,500원 가운데 이미 취소된 6,000원을 뺀 4,500원"],
    ["delivered", partCancels, "10,500원 가운데 이미 취소된 6,000원을 뺀 4,500원"],
    ["available", [], "10,500원"],
    ["delivered", undefined, "10,500원"],
  ] as const)(
    "promises of what is %s what the provider has not given back: of %j %s",
    async (refundState, parts, sum) => {
      await open(() => buildOrder({ refundState, ...(parts && { partCancels: [...parts] }) }));
      await reason();
      expect(screen.getByRole("note")).toHaveTextContent(`결제한 ${sum}을 모두 돌려드려요.`);
      expect(screen.queryAllByText(/언제나 전액/)).toHaveLength(parts === partCancels ? 0 : 1);
    },
  );

  it("wants a reason", async () => {
    const user = await open(() => buildOrder());
    await user.type(await reason(), "   ");
    await user.click(send());
    expect(await screen.findByText("환불을 요청하는 이유를 입력해주세요.")).toBeInTheDocument();
    expect(requests()).toEqual([]);
  });

  it("keeps what was typed when it is closed, and sends the same request again after a lost answer", async () => {
    let isLost = true;
    const user = await open(
      () => buildOrder(),
      () => (isLost ? { isLost: true } : { status: 201, body: { order: buildOrder() } }),
    );
    await user.type(await reason(), "잘못 샀어요");
    await user.click(screen.getByRole("button", { name: "닫기" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "다시 열기" }));
    expect(await reason()).toHaveValue("잘못 샀어요");
    await user.click(send());
    expect(await screen.findByRole("alert")).toHaveTextContent("서버에 연결할 수 없습니다");
    isLost = false;
    await user.click(await screen.findByRole("button", { name: "환불 요청하기" }));
    expect(await screen.findByText("환불을 요청했어요")).toBeInTheDocument();
    const keys = requests().map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it("is closed by Escape as by its button, and has nothing of what was typed for another order", async () => {
    const user = await open(() => buildOrder());
    await user.type(await reason(), "잘못 샀어요");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "다시 열기" }));
    expect(await reason()).toHaveValue("잘못 샀어요");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    orderNumber = orderNumber.replace(/^KH2026/, "KH2025");
    await user.click(screen.getByRole("button", { name: "다시 열기" }));
    expect(await reason()).toHaveValue("");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows how it stands when it was refused because it stands otherwise", async () => {
    let order = buildOrder({ refundState: "delivered" });
    const refused = "구매 후 7일이 지나 환불을 요청할 수 없습니다.";
    const user = await open(
      () => order,
      () => {
        order = buildOrder({ refundState: "expired" });
        return { status: 409, body: { code: "NOT_REFUNDABLE", message: refused } };
      },
    );
    await user.type(await reason(), "늦었나요");
    await user.click(send());
    expect(await screen.findByText("결제한 지 7일이 지나 환불을 요청할 수 없어요.")).toBeInTheDocument();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("sends nothing without a network, and nothing of it later", async () => {
    const user = await open(() => buildOrder());
    await user.type(await reason(), "잘못 샀어요");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    window.dispatchEvent(new Event("offline"));
    expect(await screen.findByText(/나중에 저절로 보내지지 않아요/)).toBeInTheDocument();
    expect(send()).toBeDisabled();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(send()).toBeEnabled());
    expect(await reason()).toHaveValue("잘못 샀어요");
    expect(requests()).toEqual([]);
  });
});

describe("RefundNotice", () => {
  const show = async (answer: () => FakeAnswer) => {
    server = await startServer(answer);
    const refund = {
      requestedAt: "2026-11-23T01:00:00.000Z",
      dueAt: "2026-11-26T15:00:00.000Z",
      reason: "잘못 샀어요",
      decision: null,
      decisionReason: null,
      decidedAt: null,
      completedAt: null,
    };
    const facts = buildOrder({ status: "refund_requested", refundState: "requested", refund });
    let setFacts: (next: Receipt) => void = () => undefined;
    const Followed = () => {
      const [shown, setShown] = useState(facts);
      useEffect(() => {
        setFacts = setShown;
      }, []);
      return <RefundNotice facts={shown} orderNumber={orderNumber} title="여행 영어" onRequest={vi.fn()} />;
    };
    renderAt(<Followed />);
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "여행 영어 환불 요청 취소" }));
    const dialog = within(await screen.findByRole("dialog", { name: "환불 요청을 취소할까요?" }));
    const withdrawals = () => server.asked.filter(({ method }) => method === "DELETE");
    const become = (next: Partial<Receipt>) => {
      act(() => setFacts({ ...facts, ...next }));
    };
    return {
      user,
      dialog,
      withdrawals,
      become,
      confirm: () => dialog.getByRole("button", { name: "요청 취소하기" }),
    };
  };

  it("asks before a request is taken back, and keeps it where it is not confirmed", async () => {
    const { user, dialog, withdrawals } = await show(() => ({ body: { order: buildOrder() } }));
    expect(dialog.getByText(/‘여행 영어’의 환불은 진행되지 않고/)).toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "요청 유지" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(withdrawals()).toEqual([]);
  });

  it("takes nothing back without a network, and says so", async () => {
    const { dialog, withdrawals, confirm } = await show(() => ({ body: { order: buildOrder() } }));
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    window.dispatchEvent(new Event("offline"));
    expect(await dialog.findByText(/연결되어 있지 않아 지금은 취소할 수 없어요/)).toBeInTheDocument();
    expect(confirm()).toBeDisabled();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(confirm()).toBeEnabled());
    expect(withdrawals()).toEqual([]);
  });

  it("stays open under the second half of a double click", async () => {
    const { dialog } = await show(() => ({ body: { order: buildOrder() } }));
    const beside = document.querySelector(".MuiDialog-container");
    if (!beside) throw new Error("no dialog");
    fireEvent.mouseDown(beside);
    fireEvent.click(beside);
    // A dialog that closes gives the focus back at once.
    expect(dialog.getByRole("button", { name: "요청 유지" })).toHaveFocus();
  });

  it("says that it was decided while it asked, and gives the focus to the state of it", async () => {
    const { user, dialog, withdrawals, become, confirm } = await show(() => ({}));
    become({ refundState: "denied", status: "paid" });
    expect(await screen.findByRole("dialog", { name: "이제 환불 요청을 취소할 수 없어요" })).toBeVisible();
    expect(dialog.getByRole("status")).toHaveTextContent(/바뀌었어요. 관리자가 환불 요청을 거절했어요/);
    expect(confirm()).toBeDisabled();
    await user.click(dialog.getByRole("button", { name: "닫기" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(screen.getByRole("note")).toHaveFocus());
    expect(withdrawals()).toEqual([]);
  });

  it("takes a request back", async () => {
    const { user, confirm } = await show(() => ({ body: { order: buildOrder() } }));
    await user.click(confirm());
    expect(await screen.findByText("환불 요청을 취소했어요")).toBeInTheDocument();
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toContain(
      `DELETE /api/orders/${orderNumber}/refund-request`,
    );
  });

  it("says why it can not be taken back any more", async () => {
    const message = "이미 환불을 진행하고 있는 주문입니다.";
    const { user, confirm } = await show(() => ({ status: 409, body: { code: "NOT_REFUNDABLE", message } }));
    await user.click(confirm());
    expect(await screen.findByText(message)).toBeInTheDocument();
  });
});
