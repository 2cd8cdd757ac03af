import type { CurrentUser } from "@knowhow/shared";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { rememberMe } from "../../client/session.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import { startServer } from "../../testing/server.ts";
import { buildUser } from "../../testing/users.ts";
import { PenaltyCard } from "./PenaltyCard.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const first = { warningCount: 1, unseenPenaltyId: "01900000-0000-7000-8000-0000000000bb" };
const second = {
  warningCount: 2,
  unseenPenaltyId: "01900000-0000-7000-8000-0000000000bc",
  suspendedUntil: "2126-11-21T05:06:00.000Z",
};

const open = async (user: CurrentUser) => {
  server = await startServer(() => ({ body: { user } }));
  const view = renderAt(<PenaltyCard />, "/checkout/1");
  await waitFor(() => expect(server.asked).toHaveLength(1));
  return view;
};

describe("a penalty in the middle of something", () => {
  it("is told beside it, with the way to the notice, each one until it is closed", async () => {
    const { queryClient, router } = await open(buildUser(first));
    expect(await screen.findByText("경고를 받았습니다")).toBeInTheDocument();
    expect(router.state.location.pathname).toBe("/checkout/1");
    expect(screen.getByRole("link", { name: "자세히 보기" })).toHaveAttribute("href", "/penalty-notice");
    fireEvent.click(screen.getByRole("button", { name: "제재 안내 닫기" }));
    expect(screen.queryByText("경고를 받았습니다")).toBeNull();
    act(() => rememberMe(queryClient, buildUser(second)));
    expect(await screen.findByText("서비스 이용이 정지되었습니다")).toBeInTheDocument();
    expect(screen.getByText(/^2126년 11월 21일 오후 2:06까지/)).toBeInTheDocument();
  });

  it("tells a suspension that no warning brought, until it is closed or read", async () => {
    const suspended = { suspendedUntil: "2126-11-21T05:06:00.000Z", unseenPenaltyId: null };
    const { queryClient, router } = await open(buildUser());
    act(() => rememberMe(queryClient, buildUser(suspended)));
    expect(await screen.findByText("서비스 이용이 정지되었습니다")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "제재 안내 닫기" }));
    expect(screen.queryByText("서비스 이용이 정지되었습니다")).toBeNull();
    act(() =>
      rememberMe(queryClient, buildUser({ ...suspended, suspendedUntil: "2126-12-21T05:06:00.000Z" })),
    );
    expect(await screen.findByText("서비스 이용이 정지되었습니다")).toBeInTheDocument();
    await act(() => router.navigate("/penalty-notice"));
    await act(() => router.navigate("/checkout/1"));
    expect(screen.queryByText("서비스 이용이 정지되었습니다")).toBeNull();
  });

  it("is nothing where it was read, and where there is none", async () => {
    await open(buildUser({ warningCount: 1, unseenPenaltyId: null }));
    expect(screen.queryByRole("button")).toBeNull();
  });
});
