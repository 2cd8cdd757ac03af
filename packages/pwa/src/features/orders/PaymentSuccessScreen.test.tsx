import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { Route, Routes } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { StayingNotice } from "@knowhow/ui/components/StayingNotice.tsx";
import { SessionKeeper } from "@knowhow/ui/features/layout/SessionKeeper.tsx";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { PaymentSuccessScreen } from "./PaymentSuccessScreen.tsx";

/** Longer than every wait of the app; some tests shorten those. */
const patience = 20_000;
configure({ asyncUtilTimeout: patience });

const contentId = "01900000-0000-7000-8000-000000000001";
const chatRoomId = "01900000-0000-7000-8000-000000000002";
const orderNumber = "KH20261121-ABC";
const address = `/payment-success?paymentKey=pay_1&orderId=${orderNumber}&amount=10500`;
const purchase = {
  content: { id: contentId, title: "첫 계좌 안내서", mentorNickname: "지현", category: "stock" },
  amount: 10_500,
  orderNumber,
  chatRoomId,
};
const order = {
  id: chatRoomId,
  orderNumber,
  amount: 10_500,
  platformFee: 500,
  sellerAmount: 9_500,
  status: "paid",
  contentId,
  content: { id: contentId, title: "첫 계좌 안내서", mentorNickname: "지현", category: "stock" },
  paymentMethod: "카드",
  receiptUrl: "https://receipts.example/1",
  createdAt: "2026-11-21T00:00:00.000Z",
  paidAt: "2026-11-21T00:00:00.000Z",
  refundableUntil: null,
  refundState: undefined,
};
const failure = (status: number, code: string, message = code, headers = {}): FakeAnswer => ({
  status,
  body: { code, message },
  headers,
});

const NothingToOpen = () => null;

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const open = async (
  confirm: () => FakeAnswer | Promise<FakeAnswer>,
  path = address,
  me: FakeAnswer | (() => FakeAnswer) = { body: { user: buildUser() } },
  isBought = false,
  known: object = order,
) => {
  server = await startServer(({ path: asked }) => {
    if (asked === "/api/auth/me") return typeof me === "function" ? me() : me;
    if (asked.startsWith("/api/contents/")) return { body: buildContent({ hasPurchased: isBought }) };
    if (asked === "/api/payments/confirm") return confirm();
    if (asked === `/api/orders/${orderNumber}`) return { body: known };
    return { body: [] };
  });
  window.history.replaceState(null, "", path);
  return renderAt(
    <StrictMode>
      <SessionKeeper />
      <Routes>
        <Route path="/payment-success" element={<PaymentSuccessScreen Open={NothingToOpen} />} />
        {/* At another address the payment's screen would go on to the market once more, without the notice. */}
        <Route path="*" element={<StayingNotice />} />
      </Routes>
    </StrictMode>,
    path,
  );
};
/** The waits of the app pass a thousand times as fast. */
const hurryWaits = () => {
  const real = globalThis.setTimeout;
  const hurried = (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    // Timers with arguments are the HTTP client's own.
    real(act, args.length === 0 && ms >= 1_000 && ms < patience ? ms / 1_000 : ms, ...args);
  // Only the overload with a function is used here.
  vi.spyOn(globalThis, "setTimeout").mockImplementation(hurried as typeof setTimeout);
};
const confirms = () => server.asked.filter(({ path }) => path === "/api/payments/confirm");

describe("/payment-success", () => {
  it("confirms once although everything is drawn twice, and shows the receipt with its ways on", async () => {
    await open(() => ({ body: purchase }));
    expect(await screen.findByText("결제가 완료되었습니다")).toHaveFocus();
    expect(confirms()).toHaveLength(1);
    expect(JSON.parse(confirms()[0]?.body ?? "")).toEqual({
      paymentKey: "pay_1",
      orderId: orderNumber,
      amount: 10_500,
    });
    for (const text of ["첫 계좌 안내서", "지현", "주식/투자", orderNumber, "10,500원"])
      expect(screen.getByText(text), text).toBeInTheDocument();
    expect(await screen.findByText(/카드 매출전표 보기/)).toHaveAttribute(
      "href",
      "https://receipts.example/1",
    );
    const href = (name: string) => screen.getByText(name).closest("a")?.getAttribute("href");
    expect([
      href("멘토와 채팅하기"), href("홈으로"), href("마켓 둘러보기"), href("주식/투자 더 보기"), href("콘텐츠 보기·다운로드"),
    ]).toEqual([`/chat/${chatRoomId}`, "/", "/market", "/market?category=stock", `/content/${contentId}`]); // oxfmt-ignore
    expect(confirms()).toHaveLength(1);
  });

  it("asks again by itself while the payment is being looked at, without calling it failed", async () => {
    let tries = 0;
    await open(() => {
      tries += 1;
      return tries === 1
        ? failure(409, "PAYMENT_PENDING", "결제를 확인하고 있습니다.", { "retry-after": "1" })
        : { body: purchase };
    });
    expect(await screen.findByText("결제를 확인하고 있습니다")).toBeInTheDocument();
    expect(await screen.findByText("결제가 완료되었습니다")).toBeInTheDocument();
    expect(confirms()).toHaveLength(2);
  });

  it("says that the connection is why, and goes on by itself with it", async () => {
    let isAway = true;
    await open(() => (isAway ? { isLost: true } : { body: purchase }));
    expect(await screen.findByText(/연결되면 저절로 이어서 확인해요/)).toBeInTheDocument();
    isAway = false;
    expect(await screen.findByText("결제가 완료되었습니다")).toBeInTheDocument();
  });

  it("gives the asking to the buyer when it stays unknown for long, and never says that it failed", async () => {
    hurryWaits();
    let isUp = false;
    await open(() => (isUp ? { body: purchase } : failure(502, "PROVIDER_ERROR")));
    expect(await screen.findByText("다시 확인")).toBeInTheDocument();
    expect(screen.getByText("아직 결제 결과를 확인하지 못했습니다")).toBeInTheDocument();
    expect(screen.queryByText(/실패/)).toBeNull();
    expect(confirms()).toHaveLength(8);
    isUp = true;
    fireEvent.click(screen.getByText("다시 확인"));
    expect(await screen.findByText("결제가 완료되었습니다")).toBeInTheDocument();
  });

  it("says why a payment was refused, with the way back to the checkout of its content", async () => {
    await open(() => failure(402, "PAYMENT_REFUSED", "한도초과 혹은 잔액부족으로 결제에 실패했습니다."));
    expect(await screen.findByText("결제가 완료되지 않았습니다")).toBeInTheDocument();
    expect(await screen.findByText("결제 실패")).toBeInTheDocument();
    expect(await screen.findByText("다시 결제하기")).toHaveAttribute("href", `/checkout/${contentId}`);
    expect(confirms()).toHaveLength(1);
  });

  it("tells a refusal in our own words", async () => {
    await open(() => refuse("PAYMENT_REFUSED", { reason: "INVALID_STOPPED_CARD", message: "Stopped card" }));
    expect(await screen.findAllByText(/사용할 수 없는 카드입니다/)).not.toEqual([]);
    expect(screen.queryByText(/Stopped/)).toBeNull();
  });

  it.each([true, false])("after ORDER_EXPIRED looks whether the content is bought: %s", async (isBought) => {
    await open(() => failure(409, "ORDER_EXPIRED", "주문이 만료되었습니다."), address, undefined, isBought);
    if (isBought) {
      expect(await screen.findByText("이미 구매한 콘텐츠예요")).toBeInTheDocument();
      expect(screen.getByText("콘텐츠 보기")).toHaveAttribute("href", `/content/${contentId}`);
      expect(screen.queryByText("다시 결제하기")).toBeNull();
      expect(screen.queryByText("결제 실패")).toBeNull();
    } else {
      expect(await screen.findByText("결제가 완료되지 않았습니다")).toBeInTheDocument();
      expect(screen.getByText("다시 결제하기")).toBeInTheDocument();
    }
    expect(server.asked.map(({ path }) => path)).toContain(`/api/contents/${contentId}?peek=1`);
  });

  it("goes to the login and comes back when the session ends while the payment is confirmed", async () => {
    let isSignedIn = true;
    const refusal = failure(401, "LOGIN_REQUIRED");
    const { router } = await open(
      () => {
        isSignedIn = false;
        return refusal;
      },
      address,
      () => (isSignedIn ? { body: { user: buildUser() } } : refusal),
    );
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/login");
    });
    expect(new URLSearchParams(router.state.location.search).get("next")).toBe(address);
    expect(await screen.findByText("로그인이 끝났어요")).toBeInTheDocument();
  });

  it.each([
    ["pending", "판매가 종료된 콘텐츠입니다.", "결제된 금액은 없어요."],
    [
      "refunding",
      "판매가 종료된 콘텐츠입니다.",
      "결제가 취소되어 환불돼요. 카드사에 따라 며칠 걸릴 수 있어요.",
    ],
    ["paid", "결제 금액이 다릅니다.", "이 주문은 이미 결제가 완료되어 있어요. 다시 결제하지 마세요."],
  ])(
    "keeps saying on the market what became of the money of an order that is %s",
    async (status, why, money) => {
      const { router } = await open(() => failure(404, "NOT_FOUND", why), address, undefined, false, {
        ...order,
        status,
      });
      expect(await screen.findByRole("note")).toHaveTextContent(`결제 확인 실패${why} ${money}`);
      expect(router.state.location.pathname).toBe("/market");
      expect(await within(screen.getByRole("status")).findByText("결제 확인 실패")).toBeInTheDocument();
      expect(router.state.location.state).toEqual({
        notice: { title: "결제 확인 실패", text: `${why} ${money}` },
      });
    },
  );

  it.each([
    ["pending", "결제된 금액은 없어요."],
    ["paid", "이 주문은 이미 결제가 완료되어 있어요. 다시 결제하지 마세요."],
  ])("tells a buyer who was suspended at the payment window, the order being %s", async (status, money) => {
    const suspendedUntil = new Date(Date.now() + 86_400_000).toISOString();
    const { router } = await open(
      () => refuse("SUSPENDED", { type: "suspension", suspendedUntil }),
      address,
      { body: { user: buildUser({ suspendedUntil }) } },
      false,
      { ...order, status },
    );
    expect(await screen.findByRole("note")).toHaveTextContent(
      `결제 확인 실패서비스 이용이 일시 정지된 계정입니다. ${money}`,
    );
    expect(router.state.location.pathname).toBe("/market");
  });

  it.each([
    ["paid", "이미 결제가 완료된 주문이에요. 내 정보의 구매한 콘텐츠에서 확인해주세요."],
    [
      "pending",
      "결제 금액이 주문 금액과 달라 결제하지 않았어요. 결제된 금액은 없어요. 콘텐츠 화면에서 다시 주문해주세요.",
    ],
    [
      "confirming",
      "결제 금액이 주문 금액과 달라 결제를 확인하지 못했어요. 결제가 되었는지는 내 정보의 구매한 콘텐츠에서 확인해주세요.",
    ],
  ])("says of another amount than that of an order that is %s one thing to do", async (status, words) => {
    const { router } = await open(
      () => failure(400, "AMOUNT_MISMATCH", "금액을 확인한 뒤 다시 시도해주세요."),
      address,
      undefined,
      false,
      { ...order, status },
    );
    expect(await screen.findByRole("note")).toHaveTextContent(`결제 확인 실패${words}`);
    expect(router.state.location.pathname).toBe("/market");
    expect(await within(screen.getByRole("status")).findByText(words)).toBeInTheDocument();
    expect(router.state.location.state).toEqual({ notice: { title: "결제 확인 실패", text: words } });
    expect(confirms()).toHaveLength(1);
  });

  it.each([
    ["expired", "이번 결제는 이루어지지 않았어요. 추가로 결제된 금액은 없어요."],
    ["refunding", "이번에 결제된 금액은 자동으로 취소하고 있어요."],
    ["refunded", "이번에 결제된 금액은 취소했어요."],
  ])("says of a second payment, its order being %s, what became of it", async (status, words) => {
    await open(() => failure(409, "ALREADY_PURCHASED"), address, undefined, true, { ...order, status });
    expect(await screen.findByText("이미 구매한 콘텐츠예요")).toBeInTheDocument();
    expect(
      screen.getByText(new RegExp(`^${words}.* 콘텐츠는 바로 이용할 수 있어요\\.$`)),
    ).toBeInTheDocument();
    expect(screen.queryByText("다시 결제하기")).toBeNull();
  });

  it("goes to the market with a word when a value is missing, without asking anything", async () => {
    const { router } = await open(
      () => ({ body: purchase }),
      "/payment-success?paymentKey=pay_1&amount=10500",
    );
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/market");
    });
    expect(await screen.findByText("결제 정보 없음")).toBeInTheDocument();
    expect(confirms()).toEqual([]);
  });

  it("keeps the three values across the login when nobody is signed in, and confirms nothing before", async () => {
    const { router } = await open(() => ({ body: purchase }), address, failure(401, "LOGIN_REQUIRED"));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/login");
    });
    expect(new URLSearchParams(router.state.location.search).get("next")).toBe(address);
    expect(confirms()).toEqual([]);
  });
});
