import { client } from "@knowhow/ui/client/client.ts";
import { invalidate } from "@knowhow/ui/client/queries.ts";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Header } from "./Header.tsx";
import { hearNews, tellNews } from "@knowhow/ui/testing/news.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import type { startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { idOf, startAdminServer } from "@knowhow/ui/features/admin/testing.ts";
import { useAdminNotices } from "@knowhow/ui/features/alerts/useAdminNotices.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
let stopHearing: () => void;
beforeEach(() => {
  stopHearing = hearNews();
});
afterEach(async () => {
  stopHearing();
  await server.close();
});

const Page = () => {
  useAdminNotices();
  return <Header />;
};

it("leads administrators to what waits, counted anew with the news", async () => {
  const now = { pending: 2, requested: 0, unreadCount: 1, alerts: 0 };
  server = await startAdminServer({
    "/api/chat/rooms": () => ({ body: { chatRooms: [] } }),
    "/api/admin/reports": () => ({
      body: { reports: [], counts: { all: 9, pending: now.pending, processed: 0, voices: 7 } },
    }),
    "/api/admin/refunds": () => ({
      body: { refunds: [], counts: { requested: now.requested, overdue: 0 } },
    }),
    "/api/admin/chats": () => ({ body: { chatRooms: [], unreadCount: now.unreadCount } }),
    "/api/admin/alerts": () => ({ body: { alerts: [], counts: { open: now.alerts } } }),
  });
  const { queryClient } = renderAt(<Page />);
  const link = await screen.findByRole("link", { name: "관리자 대시보드, 신고 2건, 읽지 않은 문의 1건" });
  expect(link).toHaveAttribute("href", "/admin");
  expect(link).toHaveTextContent("3");
  now.requested = 1;
  tellNews("order", { orderNumber: "KH-1", status: "refund_requested" });
  expect(await screen.findByRole("link", { name: /신고 2건, 환불 1건/ })).toHaveTextContent("4");
  now.pending = 0;
  tellNews("report", { id: idOf("9") });
  expect(await screen.findByRole("link", { name: "관리자 대시보드, 환불 1건, 읽지 않은 문의 1건" })).toBe(
    link,
  );
  now.alerts = 3;
  await invalidate(queryClient, client.alerts.list);
  expect(
    await screen.findByRole("link", {
      name: "관리자 대시보드, 환불 1건, 읽지 않은 문의 1건, 확인할 알림 3건",
    }),
  ).toHaveTextContent("5");
});

it("is not there for anybody else, of whom nothing is asked", async () => {
  server = await startAdminServer({
    "/api/auth/me": () => ({ body: { user: buildUser() } }),
    "/api/chat/rooms": () => ({ body: { chatRooms: [] } }),
  });
  renderAt(<Header />);
  expect(await screen.findByRole("button", { name: "로그아웃" })).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: /관리자/ })).toBeNull();
  expect(server.asked.some(({ path }) => path.includes("/admin/"))).toBe(false);
});
