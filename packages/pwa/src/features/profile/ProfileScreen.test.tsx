import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ownSignOut } from "@knowhow/ui/client/ownSignOut.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { stubMedia } from "@knowhow/ui/testing/media.ts";
import { refuse } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { closeServer, open, prepareProfile, press } from "./testing.tsx";

prepareProfile();

describe("who may see the profile", () => {
  it("asks a visitor to sign in, with the way back", async () => {
    await open({ "/api/auth/me": refuse("LOGIN_REQUIRED") });
    expect(await screen.findByRole("heading", { name: "로그인이 필요합니다" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "로그인" })).toHaveAttribute("href", "/login?next=%2Fprofile");
  });

  it("says that it could not be loaded, and tries again", async () => {
    let isDown = true;
    await open({
      "/api/auth/me": () =>
        isDown
          ? { status: 503, body: { code: "UNAVAILABLE", message: "불안정합니다." } }
          : { body: { user: buildUser() } },
    });
    expect(await screen.findByText("내 정보를 불러오지 못했습니다")).toBeInTheDocument();
    isDown = false;
    press("다시 시도");
    expect(await screen.findByText("se***@example.com")).toBeInTheDocument();
  });

  it("shows the administrators' ways to administrators only", async () => {
    const { unmount } = await open();
    await screen.findByText("se***@example.com");
    expect(screen.queryByRole("link", { name: /관리자/ })).toBeNull();
    unmount();
    await closeServer();
    await open({ "/api/auth/me": { body: { user: buildUser({ isAdmin: true }) } } });
    expect(await screen.findByRole("link", { name: "관리자 화면" })).toHaveAttribute("href", "/admin");
    expect(screen.getByRole("link", { name: "관리자 채팅" })).toHaveAttribute("href", "/admin-chats");
  });
});

it("has a way to sign out that is not asked about", async () => {
  const { router } = await open();
  fireEvent.click(await screen.findByRole("link", { name: "로그아웃" }));
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/logout", ...ownSignOut }));
});

describe("on a phone", () => {
  it("is an overview with places to go, and parts that unfold and keep what is typed", async () => {
    stubMedia(() => false);
    await open();
    const part = await screen.findByRole("region", { name: "보안" });
    expect(within(part).queryByRole("button", { name: "비밀번호 변경" })).toBeNull();
    expect(screen.queryByText("se***@example.com")).not.toBeVisible();
    const places = within(screen.getByRole("navigation", { name: "내 정보 바로 가기" }));
    expect(places.getByRole("link", { name: "내 서재" })).toHaveAttribute("href", "/library");
    const fold = within(part).getByRole("button", { name: "보안" });
    fireEvent.click(fold);
    fireEvent.click(within(part).getByRole("button", { name: "비밀번호 변경" }));
    const field = within(part).getByLabelText(/^현재 비밀번호/, { selector: "input" });
    fireEvent.change(field, { target: { value: "Old!2026" } });
    fireEvent.click(fold);
    expect(field).not.toBeVisible();
    fireEvent.click(fold);
    expect(field).toBeVisible();
    expect(field).toHaveValue("Old!2026");
  });
});

describe("a sanctioned person", () => {
  it("is told until when, and offered nothing that is closed to them", async () => {
    const suspendedUntil = "2126-11-21T05:06:00.000Z";
    await open({
      "/api/auth/me": { body: { user: buildUser({ suspendedUntil, warningCount: 2 }) } },
      "/api/my-contents": { body: [{ ...buildContent({ isOwner: true }), totalRevenue: 0 }] },
    });
    expect(
      await screen.findByText(/^2126년 11월 21일 오후 2:06까지 이용이 정지되었습니다/),
    ).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: /삭제$/ })).toBeInTheDocument();
    for (const name of ["올리기", /수정$/, "계좌 변경", "기본 정보 수정"])
      expect(screen.queryByRole("link", { name }) ?? screen.queryByRole("button", { name })).toBeNull();
    expect(screen.getByRole("button", { name: "비밀번호 변경" })).toBeInTheDocument();
  });

  it("is led to the notice when banned", async () => {
    const { router } = await open({
      "/api/auth/me": { body: { user: buildUser({ isBanned: true, banReason: "사기" }) } },
    });
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/penalty-notice");
    });
  });

  it("is not called one after the suspension has run out", async () => {
    await open({
      "/api/auth/me": { body: { user: buildUser({ suspendedUntil: "2020-01-01T00:00:00.000Z" }) } },
    });
    expect(await screen.findByRole("link", { name: "올리기" })).toBeInTheDocument();
    expect(screen.queryByText(/정지되었/)).toBeNull();
  });
});
