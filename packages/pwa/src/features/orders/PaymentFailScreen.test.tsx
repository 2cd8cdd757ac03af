import { consentVersion, type OrderStatus } from "@knowhow/shared";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { buildReceipt } from "@knowhow/ui/testing/orders.ts";
import { refuse, startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { keepConsent, offerOf } from "./consents.ts";
import { rememberCheckout } from "./lastCheckout.ts";
import { PaymentFailScreen } from "./PaymentFailScreen.tsx";

bePatient();

const contentId = buildContent().id;
const nothingTaken = /결제된 금액은 없어요/;
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => {
  sessionStorage.clear();
  return server.close();
});

/** Opens the page; only KH1 is an order of this buyer, in the given state. */
const open = async (
  query: string,
  status: OrderStatus = "pending",
  isSignedIn = true,
  { content = buildContent, order = () => refuse("NOT_FOUND") } = {},
) => {
  server = await startServer(({ path }) => {
    if (path === "/api/orders") return order();
    if (path.endsWith("/me")) return isSignedIn ? { body: { user: buildUser() } } : refuse("LOGIN_REQUIRED");
    if (path === `/api/contents/${contentId}/trial`)
      return { body: { files: [], parts: [], version: "one" } };
    if (path.startsWith(`/api/contents/${contentId}`)) return { body: content() };
    return path === "/api/orders/KH1"
      ? { body: buildReceipt({ orderNumber: "KH1", contentId, status }) }
      : refuse("NOT_FOUND");
  });
  const { router } = renderAt(<PaymentFailScreen />, `/payment-fail?${query}`);
  await screen.findByRole("heading", { level: 1 });
  return router;
};
const settled = () =>
  waitFor(() => {
    expect(server.asked.some(({ path }) => path.startsWith("/api/orders/"))).toBe(true);
  });

describe("/payment-fail", () => {
  it("never shows what the address says, and claims nothing about an order that it does not know", async () => {
    const router = await open(
      "code=EVIL_CODE_1&message=%EB%8B%B9%EC%9E%A5%20%EC%A0%84%ED%99%94&orderId=KH-other",
    );
    await settled();
    expect(screen.queryByText(/당장/)).toBeNull();
    expect(screen.queryByText(/EVIL/)).toBeNull();
    expect(screen.queryByText(nothingTaken)).toBeNull();
    // Of another person's order not even its content is told.
    expect(screen.queryByText("결제 화면으로 돌아가기")).toBeNull();
    expect(screen.getByText("문의하기")).toBeInTheDocument();
    fireEvent.click(await screen.findByText("돌아가기"));
    // The tab has no page before.
    await waitFor(() => expect(router.state.location.pathname).toBe("/market"));
  });

  it.each<OrderStatus>(["pending", "failed", "expired"])(
    "says that nothing was taken for an order that is %s",
    async (status) => {
      await open("code=REJECT_CARD_COMPANY&orderId=KH1", status);
      expect(await screen.findByText(nothingTaken)).toBeInTheDocument();
      expect(screen.getByText(buildReceipt().content.title)).toBeInTheDocument();
      expect(screen.queryByText(/REJECT/)).toBeNull();
      expect(screen.getByText("결제 화면으로 돌아가기")).toHaveAttribute("href", `/checkout/${contentId}`);
    },
  );

  it("does not say so of an order that may be or is paid, and leads to what is bought", async () => {
    await open("code=REJECT_CARD_COMPANY&orderId=KH1", "paid");
    expect(await screen.findByText("콘텐츠 보기")).toHaveAttribute("href", `/content/${contentId}`);
    expect(screen.queryByText(nothingTaken)).toBeNull();
  });

  it("knows the order that this tab went to pay when the address names none", async () => {
    rememberCheckout({ contentId, orderNumber: "KH1" });
    await open("code=PAY_PROCESS_CANCELED");
    expect(screen.getByText("결제를 취소했습니다")).toBeInTheDocument();
    expect(await screen.findByText(nothingTaken)).toBeInTheDocument();
  });

  it("pays once more by one press where the consent still holds, and not after the price has changed", async () => {
    const content = buildContent();
    keepConsent(content.id, offerOf(content, "one"));
    rememberCheckout({ contentId: content.id, orderNumber: "KH1" });
    await open("code=EXCEED_MAX_AMOUNT");
    const button = await screen.findByText("10,500원 다시 결제하기");
    expect(screen.getByText("다른 방법으로 결제하기")).toHaveAttribute("href", `/checkout/${content.id}`);
    fireEvent.click(button);
    await waitFor(() => {
      const order = server.asked.find(({ method, path }) => method === "POST" && path === "/api/orders");
      expect(JSON.parse(order?.body ?? "{}")).toMatchObject({ totalAmount: 10_500, consent: consentVersion });
    });
    await server.close();
    cleanup();
    keepConsent(content.id, offerOf({ ...content, price: 9_000 }, "one"));
    await open("code=EXCEED_MAX_AMOUNT");
    expect(await screen.findByText(nothingTaken)).toBeInTheDocument();
    expect(screen.getByText("결제 화면으로 돌아가기")).toBeInTheDocument();
    expect(screen.queryByText(/다시 결제하기/)).toBeNull();
  });

  it("says why it leads to the checkout where the offer has changed meanwhile", async () => {
    const words = "그사이 콘텐츠의 파일이나 설명, 미리 읽기가 바뀌었습니다.";
    let { updatedAt } = buildContent();
    keepConsent(contentId, offerOf({ ...buildContent(), updatedAt }, "one"));
    rememberCheckout({ contentId, orderNumber: "KH1" });
    await open("code=EXCEED_MAX_AMOUNT", "pending", true, {
      content: () => buildContent({ updatedAt }),
      order: () => {
        updatedAt = "2026-11-21T00:00:00.000Z";
        return refuse("EDIT_CONFLICT", { message: words });
      },
    });
    fireEvent.click(await screen.findByText("10,500원 다시 결제하기"));
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.getByText("결제 화면으로 돌아가기")).toBeInTheDocument();
    expect(screen.queryByText(/다시 결제하기/)).toBeNull();
  });

  it("asks about no order for a visitor", async () => {
    await open("code=REJECT_CARD_COMPANY&orderId=KH1", "pending", false);
    expect(screen.queryByText(nothingTaken)).toBeNull();
    expect(server.asked.every(({ path }) => path.endsWith("/me"))).toBe(true);
  });
});
