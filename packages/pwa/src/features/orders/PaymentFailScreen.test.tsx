import type { OrderStatus } from "@knowhow/shared";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { buildReceipt } from "@knowhow/ui/testing/orders.ts";
import { refuse, startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { rememberCheckout } from "./lastCheckout.ts";
import { PaymentFailScreen } from "./PaymentFailScreen.tsx";

bePatient();

const contentId = "01900000-0000-7000-8000-000000000001";
const nothingTaken = /결제된 금액은 없어요/;
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

/** Opens the page; only KH1 is an order of this buyer, in the given state. */
const open = async (query: string, status: OrderStatus = "pending", isSignedIn = true) => {
  server = await startServer(({ path }) => {
    if (path.endsWith("/me")) return isSignedIn ? { body: { user: buildUser() } } : refuse("LOGIN_REQUIRED");
    return path === "/api/orders/KH1"
      ? { body: buildReceipt({ orderNumber: "KH1", contentId, status }) }
      : refuse("NOT_FOUND");
  });
  renderAt(<PaymentFailScreen />, `/payment-fail?${query}`);
  await screen.findByRole("heading", { level: 1 });
};
const settled = () =>
  waitFor(() => {
    expect(server.asked.some(({ path }) => path.startsWith("/api/orders/"))).toBe(true);
  });

describe("/payment-fail", () => {
  it("never shows what the address says, and claims nothing about an order that it does not know", async () => {
    await open("code=EVIL_CODE_1&message=%EB%8B%B9%EC%9E%A5%20%EC%A0%84%ED%99%94&orderId=KH-other");
    await settled();
    expect(screen.queryByText(/당장/)).toBeNull();
    expect(screen.queryByText(/EVIL/)).toBeNull();
    expect(screen.queryByText(nothingTaken)).toBeNull();
    expect(screen.getByText("이전 화면으로 돌아가기")).toBeInTheDocument();
  });

  it.each<OrderStatus>(["pending", "failed", "expired"])(
    "says that nothing was taken for an order that is %s",
    async (status) => {
      await open("code=REJECT_CARD_COMPANY&orderId=KH1", status);
      expect(await screen.findByText(nothingTaken)).toBeInTheDocument();
      expect(screen.getByText("오류 코드 REJECT_CARD_COMPANY")).toBeInTheDocument();
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

  it("asks about no order for a visitor", async () => {
    await open("code=REJECT_CARD_COMPANY&orderId=KH1", "pending", false);
    expect(screen.queryByText(nothingTaken)).toBeNull();
    expect(server.asked.every(({ path }) => path.endsWith("/me"))).toBe(true);
  });
});
