import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useLocation } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { setTabItem } from "@knowhow/ui/client/tabItems.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { CheckoutScreen } from "./CheckoutScreen.tsx";

bePatient();

const { id } = buildContent();
const bought = "01900000-0000-7000-8000-0000000000b0";
const receipt = "/orders/KH1-ABCDEF";

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
  await server.close();
});

const App = () => (useLocation().pathname.startsWith("/checkout/") ? <CheckoutScreen /> : <p>영수증</p>);

/** Opens the checkout of a content; its price rises with the order. */
const open = async (contentId: string, isRefused: boolean) => {
  let price = 10_000;
  server = await startServer(({ path }) => {
    if (path === "/api/auth/me") return { body: { user: buildUser() } };
    if (path.endsWith("/trial")) return refuse("NOT_FOUND");
    if (path !== "/api/orders") return { body: buildContent({ price }) };
    price = 20_000;
    if (isRefused) return refuse("AMOUNT_MISMATCH");
    const order = {
      id, orderNumber: "KH1-ABCDEF", amount: 10_500, platformFee: 500, sellerAmount: 9_500, status: "pending", contentId: id,
    }; // oxfmt-ignore
    const payment = {
      clientKey: "test_ck_1", scriptUrl: "http://pay.invalid/sdk/landing", customerKey: "customer", orderName: "이름",
    }; // oxfmt-ignore
    return { status: 201, body: { order, payment } };
  });
  return renderAt(<App />, `/checkout/${contentId}`, "/:page/:id");
};

const pay = async () => {
  const [button] = await screen.findAllByText("10,500원 결제하기", { selector: "button" });
  if (!button) throw new Error("no pay button");
  fireEvent.click(screen.getByLabelText(/청약철회가 제한됨에 동의합니다/));
  fireEvent.click(button);
};

describe("a purchase whose receipt takes the checkout over", () => {
  it("leaves the next one in the same page to be told and read anew as ever", async () => {
    // A link on the receipt leaves it to the checkout.
    setTabItem("landing", { contentId: bought, path: receipt });
    const { router } = await open(bought, true);
    await waitFor(() => expect(router.state.location.pathname).toBe(receipt));
    await act(() => router.navigate(`/checkout/${id}`));
    await pay();
    expect((await screen.findAllByText("21,000원 결제하기")).length).toBeGreaterThan(0);
  });

  it("ends the payment that was under way, and tells no failure of it", async () => {
    const close = vi.fn<(reason: Error) => void>();
    const requestPayment = () => new Promise<void>((_, reject) => close.mockImplementation(reject));
    vi.stubGlobal("TossPayments", () => ({ payment: () => ({ requestPayment }) }));
    const { router } = await open(id, false);
    await pay();
    await waitFor(() => expect(close.getMockImplementation()).toBeDefined());
    setTabItem("landing", { contentId: id, path: receipt });
    act(() => void window.dispatchEvent(new Event("pageshow")));
    await waitFor(() => expect(router.state.location.pathname).toBe(receipt));
    close(Object.assign(new Error("취소"), { code: "USER_CANCEL" }));
    await act(() => new Promise((resolve) => queueMicrotask(() => resolve(undefined))));
    await waitFor(() => expect(screen.getByText("영수증")).toBeInTheDocument());
    expect(screen.queryByText("결제 취소")).toBeNull();
  });
});
