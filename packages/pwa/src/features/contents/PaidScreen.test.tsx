import { api, type Content } from "@knowhow/shared";
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { buildPurchase, buildReceipt } from "@knowhow/ui/testing/orders.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { PaidScreen } from "./PaidScreen.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const open = async (bought: Partial<Content>) => {
  server = await startServer(({ path }) => {
    if (path === api.accounts.me.path) return { body: { user: buildUser() } };
    if (path.startsWith("/api/contents/")) return { body: buildContent({ hasPurchased: true, ...bought }) };
    if (path === api.orders.confirm.path) return { body: buildPurchase() };
    return path.startsWith("/api/orders/") ? { body: buildReceipt() } : { body: [] };
  });
  renderAt(<PaidScreen />, "/payment-success?paymentKey=pay_1&orderId=KH1&amount=10500");
  await screen.findByText("결제가 완료되었습니다");
};

it("leads to the first file that can be read here by one press, else to the link", async () => {
  const fileNames = ["그림.zip", "교재.pdf"];
  await open({ fileNames, fileCount: 2 });
  expect(await screen.findByText("바로 읽기")).toHaveAttribute(
    "href",
    `/read/${buildPurchase().content.id}/1`,
  );
});

it("opens the link of a content that is one", async () => {
  await open({ isExternalLink: true, fileNames: ["drive.google.com"] });
  expect(await screen.findByText("링크 열기")).toBeInTheDocument();
  expect(screen.queryByText("바로 읽기")).toBeNull();
});
