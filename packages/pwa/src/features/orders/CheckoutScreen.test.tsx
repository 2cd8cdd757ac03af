import { consentVersion, type Content } from "@knowhow/shared";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { buildPurchase } from "@knowhow/ui/testing/orders.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { CheckoutScreen } from "./CheckoutScreen.tsx";
import { hasConsented, keepConsent, offerOf } from "./consents.ts";
import { lastCheckout, rememberCheckout } from "./lastCheckout.ts";

const id = buildContent().id;
/** The loader caches scripts by address, so each test has its own. */
let scripts = 0;
const payment = () => ({
  clientKey: "test_ck_1",
  scriptUrl: `http://pay.invalid/sdk/${scripts}`,
  customerKey: "customer",
  orderName: "이름",
});
const created = (): FakeAnswer => ({
  status: 201,
  body: {
    order: {
      id, orderNumber: "KH1-ABCDEF", amount: 10_500, platformFee: 500, sellerAmount: 9_500, status: "pending", contentId: id,
    },
    payment: payment(),
  },
}); // oxfmt-ignore

/** The provider's global, as its script would define it. */
const setWindow = (requestPayment: (request: unknown) => Promise<void>) => {
  const opened: unknown[] = [];
  vi.stubGlobal("TossPayments", (clientKey: string) => ({
    payment: ({ customerKey }: { customerKey: string }) => ({
      requestPayment: (request: unknown) => {
        opened.push({ clientKey, customerKey, request });
        return requestPayment(request);
      },
    }),
  }));
  return opened;
};

let server: Awaited<ReturnType<typeof startServer>>;
beforeEach(() => {
  sessionStorage.clear();
  scripts += 1;
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await server.close();
});

interface Answers {
  content?: () => Content | FakeAnswer;
  order?: (asked: RecordedRequest) => FakeAnswer;
  trial?: () => FakeAnswer;
}

const trialOf = (version = ""): FakeAnswer => ({ body: { files: [], parts: [], version } });

const open = async ({ content = buildContent, order = created, trial = trialOf }: Answers = {}) => {
  server = await startServer((asked) => {
    if (asked.path === "/api/auth/me") return { body: { user: buildUser() } };
    if (asked.path === "/api/orders") return order(asked);
    if (asked.path === "/api/orders/complete-free") return { body: buildPurchase() };
    if (asked.path.endsWith("/trial")) return trial();
    const answer = content();
    return "status" in answer || "isLost" in answer ? answer : { body: answer };
  });
  return renderAt(<CheckoutScreen />, `/checkout/${id}`, "/:page/:id");
};
const payButton = async () => {
  const [button] = await screen.findAllByText(/결제하기$/, { selector: "button" });
  if (!button) throw new Error("no pay button");
  return button;
};
const consent = () => fireEvent.click(screen.getByLabelText(/청약철회가 제한됨에 동의합니다/));
const orders = () => server.asked.filter(({ path }) => path === "/api/orders");

describe("/checkout/:id", () => {
  it("shows the one price in its parts, and pays nothing before the consent", async () => {
    const opened = setWindow(() => new Promise(() => undefined));
    await open();
    const button = await payButton();
    expect(button).toHaveTextContent("10,500원 결제하기");
    expect(screen.getByText("총 결제 금액").nextElementSibling).toHaveTextContent("10,500원 수수료 포함");
    expect(screen.getByText("수수료", { selector: "dt" }).nextElementSibling).toHaveTextContent("500원");
    fireEvent.click(button);
    expect(await screen.findByText("결제하려면 청약철회 제한에 동의해주세요.")).toBeInTheDocument();
    expect([orders(), opened]).toEqual([[], []]);
  });

  it("makes one order however fast it is pressed, and opens the window with its values", async () => {
    const opened = setWindow(() => new Promise(() => undefined));
    await open();
    const button = await payButton();
    consent();
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => {
      expect(opened).toHaveLength(1);
    });
    expect(orders()).toHaveLength(1);
    expect(orders()[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.parse(orders()[0]?.body ?? "")).toEqual({
      contentId: id,
      originalPrice: 10_000,
      platformFee: 500,
      totalAmount: 10_500,
      consent: consentVersion,
      offer: expect.objectContaining({ updatedAt: buildContent().updatedAt }),
    });
    expect(opened[0]).toEqual({
      clientKey: "test_ck_1",
      customerKey: "customer",
      request: {
        method: "CARD",
        amount: { currency: "KRW", value: 10_500 },
        orderId: "KH1-ABCDEF",
        orderName: "이름",
        successUrl: `${window.location.origin}/payment-success`,
        failUrl: `${window.location.origin}/payment-fail`,
        customerName: "김서연",
        customerEmail: "seoyeon@example.com",
      },
    });
    expect(lastCheckout()).toMatchObject({ contentId: id, orderNumber: "KH1-ABCDEF" });
  });

  it("lets the buyer press again after the window was closed", async () => {
    const opened = setWindow(() => Promise.reject(Object.assign(new Error("취소"), { code: "USER_CANCEL" })));
    await open();
    const button = await payButton();
    consent();
    fireEvent.click(button);
    expect(await screen.findByText("결제를 취소했습니다. 결제된 금액은 없어요.")).toBeInTheDocument();
    fireEvent.click(button);
    await waitFor(() => {
      expect(opened).toHaveLength(2);
    });
    expect(new Set(orders().map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
  });

  it("keeps the consent through a cancel, for the same content, price and trial alone", async () => {
    const opened = setWindow(() => Promise.reject(Object.assign(new Error("x"), { code: "USER_CANCEL" })));
    const again = async (answers: Answers = {}) => {
      await server.close();
      cleanup();
      await open({ trial: () => trialOf("first"), ...answers });
      await payButton();
      await waitFor(() => {
        expect(server.asked.some(({ path }) => path.endsWith("/trial"))).toBe(true);
      });
      return screen.getByLabelText<HTMLInputElement>(/청약철회가 제한됨에 동의합니다/);
    };
    await open({ trial: () => trialOf("first") });
    const button = await payButton();
    consent();
    fireEvent.click(button);
    await waitFor(() => {
      expect(opened).toHaveLength(1);
    });
    const box = await again();
    await waitFor(() => expect(box).toBeChecked());
    // A consent to another offer, or to another content, is none.
    expect(await again({ content: () => buildContent({ price: 9_000 }) })).not.toBeChecked();
    expect(await again({ trial: () => trialOf("both") })).not.toBeChecked();
    const other = await again();
    await waitFor(() => expect(other).toBeChecked());
    fireEvent.click(other);
    expect(await again()).not.toBeChecked();
  });

  it("opens the own window of the chosen service, and remembers the choice on the device", async () => {
    const opened = setWindow(() => new Promise(() => undefined));
    await open();
    const button = await payButton();
    fireEvent.click(screen.getByRole("radio", { name: /카카오페이/ }));
    expect(screen.getByText(/카카오페이 결제창이 열려요/)).toBeInTheDocument();
    consent();
    fireEvent.click(button);
    await waitFor(() => {
      expect(opened).toMatchObject([
        { request: { method: "CARD", card: { flowMode: "DIRECT", easyPay: "KAKAOPAY" } } },
      ]);
    });
    await server.close();
    cleanup();
    await open();
    await payButton();
    expect(screen.getByRole("radio", { name: /카카오페이/ })).toBeChecked();
    localStorage.clear();
  });

  it("says in words of our own that the window refuses", async () => {
    setWindow(() =>
      Promise.reject(Object.assign(new Error("Card company error"), { code: "PROVIDER_ERROR" })),
    );
    await open();
    const button = await payButton();
    consent();
    fireEvent.click(button);
    expect(
      await screen.findByText(/^결제사에 일시적인 오류가 있습니다.*결제된 금액은 없어요\.$/),
    ).toBeInTheDocument();
    expect(screen.getByText("결제 실패")).toBeInTheDocument();
  });

  it("reads the content anew when its price has changed, and says so beside the new price", async () => {
    setWindow(() => new Promise(() => undefined));
    let price = 10_000;
    await open({
      content: () => buildContent({ price }),
      order: () => {
        price = 20_000;
        return {
          status: 400,
          body: { code: "AMOUNT_MISMATCH", message: "결제 금액이 주문 금액과 다릅니다." },
        };
      },
    });
    const button = await payButton();
    consent();
    fireEvent.click(button);
    expect((await screen.findAllByText("21,000원 결제하기")).length).toBeGreaterThan(0);
    const words = "새 결제 금액을 확인한 뒤 다시 결제해주세요.";
    expect(screen.getByText(`가격이 변경되었습니다. ${words}`)).toBeInTheDocument();
    // No toast that would cover the button.
    expect(screen.queryByText("가격이 변경되었습니다")).toBeNull();
  });

  describe("where the seller has changed the files or the trial meanwhile", () => {
    const words = "그사이 콘텐츠의 파일이나 설명, 미리 읽기가 바뀌었습니다.";
    const changed = { updatedAt: "2026-11-21T00:00:00.000Z" };
    const box = () => screen.getByLabelText<HTMLInputElement>(/청약철회가 제한됨에 동의합니다/);
    const offers = () => orders().map(({ body }) => (JSON.parse(body) as { offer: unknown }).offer);

    it("orders nothing, shows the present offer, and asks for the consent to that", async () => {
      const opened = setWindow(() => new Promise(() => undefined));
      const seen = buildContent();
      const bystander = "0190a000-0000-7000-8000-0000000000b1";
      for (const each of [id, bystander]) keepConsent(each, offerOf(seen, "one"));
      let isChanged = false;
      await open({
        content: () => buildContent(isChanged ? changed : {}),
        trial: () => trialOf(isChanged ? "two" : "one"),
        order: () => {
          if (isChanged) return created();
          isChanged = true;
          return refuse("EDIT_CONFLICT", { message: words });
        },
      });
      const button = await payButton();
      await waitFor(() => expect(box()).toBeChecked());
      fireEvent.click(screen.getByRole("radio", { name: /카카오페이/ }));
      fireEvent.click(button);
      // Once: no toast covers the button.
      expect(await screen.findByText(words)).toBeInTheDocument();
      await waitFor(() => expect(box()).not.toBeChecked());
      fireEvent.click(await payButton());
      expect(await screen.findByText("결제하려면 청약철회 제한에 동의해주세요.")).toBeInTheDocument();
      expect([orders().length, opened.length]).toEqual([1, 0]);
      expect(hasConsented(bystander, offerOf(seen, "one"))).toBe(true);
      expect(screen.getByRole("radio", { name: /카카오페이/ })).toBeChecked();
      consent();
      fireEvent.click(await payButton());
      await waitFor(() => expect(opened).toHaveLength(1));
      expect(offers()).toEqual([
        { updatedAt: seen.updatedAt, trial: "one" },
        { updatedAt: changed.updatedAt, trial: "two" },
      ]);
      localStorage.clear();
    });

    it("does not take a consent without a trial for one to the next offer", async () => {
      let isChanged = false;
      await open({
        content: () => buildContent(isChanged ? changed : {}),
        trial: () => (isChanged ? trialOf("two") : refuse("UNAVAILABLE")),
        order: () => {
          isChanged = true;
          return refuse("EDIT_CONFLICT", { message: words });
        },
      });
      const button = await payButton();
      consent();
      fireEvent.click(button);
      expect(await screen.findByText(words)).toBeInTheDocument();
      await waitFor(() => expect(button).toBeEnabled());
      expect(server.asked.filter(({ path }) => path.endsWith("/trial"))).toHaveLength(2);
      expect(box()).not.toBeChecked();
      expect(offers()).toEqual([{ updatedAt: buildContent().updatedAt }]);
    });
  });

  it("refuses at once without a network, before anything is ordered", async () => {
    setWindow(() => new Promise(() => undefined));
    await open();
    const button = await payButton();
    consent();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    fireEvent.click(button);
    expect(await screen.findByText("결제를 시작할 수 없습니다")).toBeInTheDocument();
    expect(orders()).toEqual([]);
  });

  it("says that the login has ended where the order is refused for it, with the way back", async () => {
    await open({ order: () => refuse("LOGIN_REQUIRED") });
    const button = await payButton();
    consent();
    fireEvent.click(button);
    expect(await screen.findByText("로그인이 끝났어요")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "로그인" })).toBeInTheDocument();
    expect(screen.queryByText("주문 생성 실패")).toBeNull();
  });

  it("denies no charge while the server does not answer, and keeps who went to pay from paying twice", async () => {
    const content = (): FakeAnswer => ({ isLost: true });
    const { unmount } = await open({ content });
    expect(await screen.findByText("지금은 결제할 수 없어요")).toBeInTheDocument();
    expect(screen.getByText(/지금 이 화면에서는 결제가 시작되지 않아요/)).toBeInTheDocument();
    expect(screen.queryByText(/결제된 금액|다시 결제하지 마세요/)).toBeNull();
    unmount();
    await server.close();
    rememberCheckout({ contentId: id, orderNumber: "KH1-ABCDEF" });
    await open({ content });
    expect(
      await screen.findByText(/결제 결과를 아직 확인하지 못했어요. 다시 결제하지 마세요/),
    ).toBeInTheDocument();
    expect(screen.queryByText(/결제된 금액|시작되지 않아요/)).toBeNull();
    expect(screen.getByRole("link", { name: "구매한 콘텐츠 보기" })).toHaveAttribute(
      "href",
      "/profile#purchases",
    );
  });

  it("takes a free content right here", async () => {
    const { router } = await open({ content: () => buildContent({ price: 0 }) });
    const [button] = await screen.findAllByText("무료로 받기");
    consent();
    if (button) fireEvent.click(button);
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(`/content/${id}`);
    });
    expect(JSON.parse(orders()[0]?.body ?? "")).toMatchObject({ originalPrice: 0, totalAmount: 0 });
  });

  it("brings into view that the content has gone as it was paid for", async () => {
    const gone: FakeAnswer = {
      status: 404,
      body: { code: "NOT_FOUND", message: "콘텐츠를 찾을 수 없습니다." },
    };
    let isGone = false;
    await open({ content: () => (isGone ? gone : buildContent()), order: () => gone });
    const button = await payButton();
    consent();
    isGone = true;
    fireEvent.click(button);
    const title = await screen.findByText("콘텐츠를 찾을 수 없습니다", { selector: "h1" });
    await waitFor(() => expect(document.activeElement).toContainElement(title));
    expect(document.activeElement).not.toBe(document.body);
  });

  it("says that it was paused as it was paid for, and until when", async () => {
    const paused = buildContent({
      state: "paused",
      isListed: false,
      pausedUntil: "2026-12-04T15:00:00.000Z",
    });
    let isPaused = false;
    await open({
      content: () => (isPaused ? paused : buildContent()),
      order: () => ({ status: 409, body: { code: "NOT_ON_SALE", message: "지금은 구매할 수 없습니다." } }),
    });
    const button = await payButton();
    consent();
    isPaused = true;
    fireEvent.click(button);
    expect(await screen.findByText("판매를 잠시 멈춘 콘텐츠입니다", { selector: "h1" })).toBeInTheDocument();
    expect(screen.getByText(/결제가 시작되지 않아요. 2026년 12월 5일에 다시 판매해요./)).toBeInTheDocument();
    expect(screen.queryByText(/결제하기$/, { selector: "button" })).toBeNull();
  });

  it("offers nothing to pay for what is bought, one's own, or gone", async () => {
    await open({ content: () => buildContent({ hasPurchased: true }) });
    expect(await screen.findByText("이미 구매한 콘텐츠입니다")).toBeInTheDocument();
    await server.close();
    await open({ content: () => buildContent({ isOwner: true }) });
    expect(await screen.findByText("내가 등록한 콘텐츠입니다")).toBeInTheDocument();
    await server.close();
    await open({ content: () => ({ status: 404, body: { code: "NOT_FOUND", message: "없습니다" } }) });
    expect(await screen.findByText("콘텐츠를 찾을 수 없습니다")).toBeInTheDocument();
    expect(screen.queryByText(/결제하기$/, { selector: "button" })).toBeNull();
  });
});
