import { api, type Receipt } from "@knowhow/shared";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { OrderScreen } from "./OrderScreen.tsx";
import { OrdersScreen } from "./OrdersScreen.tsx";

bePatient();

const refund = {
  requestedAt: "2026-11-22T01:00:00.000Z",
  dueAt: null,
  reason: "잘못 샀어요",
  decision: "approve",
  decisionReason: null,
  decidedAt: "2026-11-22T01:00:00.000Z",
  completedAt: "2026-11-22T01:00:01.000Z",
} as const;

const build = (given: Partial<Receipt> & { title?: string } = {}): Receipt => {
  const { title = "여행 영어", ...rest } = given;
  return {
    id: "01900000-0000-7000-8000-0000000000b1",
    orderNumber: "KH20261121-000000000001",
    amount: 10_500,
    platformFee: 500,
    sellerAmount: 9_500,
    status: "paid",
    contentId: buildContent().id,
    content: { id: buildContent().id, title, category: "language", mentorNickname: "지현" },
    paymentMethod: "카드",
    receiptUrl: "https://receipt.example/1",
    createdAt: "2026-11-21T00:00:00.000Z",
    paidAt: "2026-11-21T05:06:00.000Z",
    refundableUntil: "2126-11-28T05:06:00.000Z",
    refundState: "available",
    refund: null,
    ...rest,
  };
};
const givenBack = build({
  title: "돌려받은 것",
  orderNumber: "KH20261121-000000000002",
  status: "refunded",
  refundState: "refunded",
  refund,
});

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const open = async (answer: (asked: RecordedRequest) => FakeAnswer, path = "/orders") => {
  server = await startServer((asked) =>
    asked.path.endsWith("/me") ? { body: { user: buildUser() } } : answer(asked),
  );
  return renderAt(
    path === "/orders" ? <OrdersScreen /> : <OrderScreen />,
    path,
    path === "/orders" ? "*" : "/orders/:orderNumber",
  );
};

describe("/orders", () => {
  it("lists every purchase with its state and receipt, what was given back too, page by page", async () => {
    await open(({ path }) =>
      path.includes("cursor=two")
        ? {
            body: [
              build({
                orderNumber: "KH3",
                title: "공짜",
                amount: 0,
                refundState: undefined,
                refundableUntil: null,
              }),
            ],
          }
        : { body: [build(), givenBack], headers: { link: '</api/orders?cursor=two>; rel="next"' } },
    );
    const entries = () => within(screen.getByRole("list", { name: "구매 내역" })).getAllByRole("listitem");
    await screen.findByText("돌려받은 것");
    const [bought, returned] = entries();
    expect(bought).toHaveTextContent("결제 완료");
    expect(bought).toHaveTextContent("10,500원");
    expect(bought).toHaveTextContent("전액 환불할 수 있어요");
    expect(returned).toHaveTextContent("환불 완료");
    expect(returned).toHaveTextContent("2026년 11월 22일에 전액 환불했어요.");
    expect(screen.getByRole("link", { name: "돌려받은 것 영수증 보기" })).toHaveAttribute(
      "href",
      `/orders/${givenBack.orderNumber}`,
    );
    fireEvent.click(screen.getByRole("button", { name: "더 보기" }));
    expect(await screen.findByText("공짜")).toBeInTheDocument();
    expect(entries()).toHaveLength(3);
    expect(entries()[2]).toHaveTextContent("무료");
  });

  it("has the refund's acts in each row: to ask, to take back, or none", async () => {
    const waiting = build({
      ...{ title: "기다리는 것", orderNumber: "KH20261121-000000000004" },
      ...{ status: "refund_requested", refundState: "requested" },
      refund: { ...refund, decision: null, decidedAt: null, completedAt: null },
    });
    const unasked = build();
    await open(({ path }) =>
      path.includes(unasked.orderNumber) ? { body: unasked } : { body: [unasked, waiting, givenBack] },
    );
    await screen.findByText("돌려받은 것");
    const acts = screen.getAllByRole("button", { name: /환불 요청/ });
    expect(acts.map((one) => one.getAttribute("aria-label"))).toEqual([
      "여행 영어 환불 요청",
      "기다리는 것 환불 요청 취소",
    ]);
    fireEvent.click(acts[1] ?? document.body);
    const asked = await screen.findByRole("dialog", { name: "환불 요청을 취소할까요?" });
    expect(asked).toHaveTextContent("기다리는 것");
    fireEvent.click(within(asked).getByRole("button", { name: "요청 유지" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "여행 영어 환불 요청" }));
    const dialog = await screen.findByRole("dialog", { name: "환불 요청" });
    expect(await within(dialog).findByText(new RegExp(unasked.orderNumber))).toBeInTheDocument();
  });

  it.each([
    ["refund_requested", "requested", "여행 영어 환불 요청 취소"],
    ["refunding", "refunding", undefined],
  ] as const)(
    "gives the focus of a sent request to what took the place of its button: %s",
    async (status, refundState, name) => {
      let order = build();
      const request = { ...refund, decision: null, decidedAt: null, completedAt: null };
      await open(({ method, path }) => {
        if (method === "POST") {
          order = build({ status, refundState, refund: request });
          return { status: 201, body: { order } };
        }
        return { body: path.includes(order.orderNumber) ? order : [givenBack, order] };
      });
      const button = await screen.findByRole("button", { name: "여행 영어 환불 요청" });
      button.focus();
      fireEvent.click(button);
      const dialog = within(await screen.findByRole("dialog", { name: "환불 요청" }));
      fireEvent.change(await dialog.findByRole("textbox", { name: /환불을 요청하는 이유/ }), {
        target: { value: "잘못 샀어요" },
      });
      fireEvent.click(dialog.getByRole("button", { name: "환불 요청하기" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      const taker =
        name === undefined
          ? screen.getByText(/^환불을 진행하고 있어요/, { selector: "li *" })
          : screen.getByRole("button", { name });
      await waitFor(() => expect(taker).toHaveFocus());
    },
  );

  it("says that there is nothing yet, and that it could not be read", async () => {
    let isDown = true;
    await open(() =>
      isDown ? { status: 503, body: { code: "UNAVAILABLE", message: "불안정합니다." } } : { body: [] },
    );
    expect(await screen.findByText("구매 내역을 불러오지 못했습니다")).toBeInTheDocument();
    isDown = false;
    fireEvent.click(screen.getByRole("button", { name: "다시 시도" }));
    expect(await screen.findByText("아직 구매 내역이 없어요")).toBeInTheDocument();
  });
});

describe("/orders/{orderNumber}", () => {
  it("is the receipt of a purchase that was given back", async () => {
    await open(() => ({ body: givenBack }), `/orders/${givenBack.orderNumber}`);
    expect(await screen.findByText(givenBack.orderNumber)).toBeInTheDocument();
    expect(screen.getByText("10,500원 (수수료 포함)")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: givenBack.content.title })).toHaveAttribute(
      "href",
      `/content/${givenBack.content.id}`,
    );
    expect(screen.getByText(/전액 환불했어요/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: /매출전표/ })).toHaveAttribute(
      "href",
      "https://receipt.example/1",
    );
    expect(screen.getByRole("link", { name: "구매 내역" })).toHaveAttribute("href", "/orders");
    expect(screen.queryByRole("button", { name: /환불 요청/ })).toBeNull();
  });

  it("tells of parts that the provider gave back, in the list and on the receipt, of no other purchase", async () => {
    const part = build({
      partCancels: [
        { amount: 5_000, at: "2026-11-22T05:06:00.000Z", reason: "상점 관리자" },
        { amount: 1_000, at: "2026-11-23T05:06:00.000Z", reason: null },
      ],
    });
    await open(() => ({ body: [part, build({ title: "다른 것", orderNumber: "KH20261121-000000000009" })] }));
    expect(await screen.findAllByText(/결제사에서 6,000원을 이미 취소했어요/)).toHaveLength(1);
    await server.close();
    await open(() => ({ body: part }), `/orders/${part.orderNumber}`);
    expect(await screen.findByText("5,000원 · 2026년 11월 22일 오후 2:06")).toBeInTheDocument();
    expect(screen.getByText("1,000원 · 2026년 11월 23일 오후 2:06")).toBeInTheDocument();
  });

  it("stays when it could not be read anew", async () => {
    let answer: FakeAnswer = { body: givenBack };
    const { queryClient } = await open(() => answer, `/orders/${givenBack.orderNumber}`);
    await screen.findByText(givenBack.orderNumber);
    answer = { status: 503, body: { code: "UNAVAILABLE", message: "불안정합니다." } };
    const queryKey = [api.orders.get.path];
    const reads = () => queryClient.getQueryCache().findAll({ queryKey });
    await act(() => queryClient.invalidateQueries({ queryKey }));
    await waitFor(() => expect(reads().map(({ state }) => state.status)).toEqual(["error"]));
    expect(screen.getByText(givenBack.orderNumber)).toBeInTheDocument();
  });

  it("is taken from the list where the connection is cut, and read by itself when it is back", async () => {
    let isCut = true;
    await open(({ path }) => {
      if (path === "/healthz") return { body: { status: "ok" } };
      if (path === "/api/orders") return { body: [build(), { ...givenBack, refundState: "refunding" }] };
      return isCut ? { isLost: true } : { body: givenBack };
    }, `/orders/${givenBack.orderNumber}`);
    expect(await screen.findByText(/환불을 진행하고 있어요/)).toBeInTheDocument();
    expect(screen.getByText("돌려받은 것")).toBeInTheDocument();
    isCut = false;
    expect(await screen.findByText(/전액 환불했어요/)).toBeInTheDocument();
  });

  it("is not another order's where the list has not got it", async () => {
    await open(
      ({ path }) => (path.startsWith("/api/orders/") ? { isLost: true } : { body: [build()] }),
      `/orders/${givenBack.orderNumber}`,
    );
    expect(await screen.findByText("서버에 연결할 수 없습니다")).toBeInTheDocument();
    expect(screen.queryByText("여행 영어")).toBeNull();
  });

  it("says of an order that is not the reader's that there is none, and leads to those that are", async () => {
    const message = "주문 정보를 찾을 수 없습니다.";
    await open(() => ({ status: 404, body: { code: "NOT_FOUND", message } }), "/orders/KH9");
    expect(await screen.findByText("주문을 찾을 수 없습니다")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "구매 내역 보기" })).toHaveAttribute("href", "/orders");
    expect(screen.queryByRole("button", { name: "다시 시도" })).toBeNull();
  });
});
