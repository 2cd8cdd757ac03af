import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ownSignOut } from "../../client/ownSignOut.ts";
import { meKey } from "../../client/session.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import { refuse, startServer } from "../../testing/server.ts";
import { buildUser } from "../../testing/users.ts";
import { PenaltyNoticeScreen } from "./PenaltyNoticeScreen.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const open = async (penalty: Parameters<typeof buildUser>[0] | null) => {
  server = await startServer(({ path }) => {
    if (path.endsWith("/seen")) return { body: { ok: true } };
    return penalty ? { body: { user: buildUser(penalty) } } : refuse("LOGIN_REQUIRED");
  });
  return renderAt(<PenaltyNoticeScreen />, "/penalty-notice", "/penalty-notice");
};
const penaltyId = "01900000-0000-7000-8000-0000000000bb";
const later = "2126-11-21T05:06:00.000Z";

describe("/penalty-notice", () => {
  it("tells a suspended person until when and what is still possible", async () => {
    await open({ suspendedUntil: later, warningCount: 2 });
    expect(
      await screen.findByRole("heading", { level: 1, name: "서비스 이용이 정지되었습니다" }),
    ).toBeInTheDocument();
    expect(screen.getByText("2126년 11월 21일 오후 2:06")).toBeInTheDocument();
    expect(
      screen.getByText(/구매한 콘텐츠 다운로드, 댓글, 좋아요, 신고, .*비밀번호 변경, 관리자와의 대화/),
    ).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "홈으로" })).toBeInTheDocument();
  });

  it.each([
    ["suspended", { suspendedUntil: later }],
    ["warned", { warningCount: 1 }],
  ])("tells who is %s why, in the words that were typed for them", async (_, penalty) => {
    await open({ ...penalty, penaltyReason: "광고를 반복했습니다." });
    expect(await screen.findByText("사유: 광고를 반복했습니다.")).toBeInTheDocument();
  });

  it("tells a banned person why, before any suspension, with a way out and none home", async () => {
    await open({
      isBanned: true,
      unseenPenaltyId: penaltyId,
      banReason: "반복된 사기",
      suspendedUntil: later,
      warningCount: 3,
    });
    expect(await screen.findByText("사유: 반복된 사기")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "로그아웃" })).toBeInTheDocument();
    expect(server.asked.map(({ path }) => path)).toEqual(["/api/auth/me"]);
    expect(screen.queryByRole("link", { name: "홈으로" })).toBeNull();
  });

  it("signs out where it is asked first what of it is on this device only", async () => {
    const { router } = await open({ isBanned: true, banReason: "사기" });
    fireEvent.click(await screen.findByRole("button", { name: "로그아웃" }));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/logout", ...ownSignOut }));
    expect(server.asked.map(({ path }) => path)).not.toContain("/api/auth/logout");
  });

  it("counts warnings out of three, also when a suspension has run out", async () => {
    await open({ warningCount: 2, suspendedUntil: "2020-01-01T00:00:00.000Z" });
    expect(await screen.findByText("현재 경고 2회 / 3회")).toBeInTheDocument();
  });

  it.each([
    ["warned", { warningCount: 1 }],
    ["suspended", { suspendedUntil: later }],
    ["banned", { isBanned: true }],
  ])("leads who is %s to the talk about the sanction, not to any other", async (_, penalty) => {
    await open(penalty);
    expect(await screen.findByRole("link", { name: "관리자에게 문의하기" })).toHaveAttribute(
      "href",
      "/user-admin-chats?room=penalty_notice",
    );
  });

  it("tells the server once that a new warning was read", async () => {
    const { queryClient } = await open({ warningCount: 1, unseenPenaltyId: penaltyId });
    expect(await screen.findByText("현재 경고 1회 / 3회")).toBeInTheDocument();
    await waitFor(() => {
      expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
        "GET /api/auth/me",
        `POST /api/penalties/${penaltyId}/seen`,
      ]);
    });
    expect(queryClient.getQueryData(meKey)).toMatchObject({ unseenPenaltyId: null });
  });

  it.each([
    ["who has no penalty", {}, "/"],
    ["a visitor", null, "/login"],
  ])("sends %s away", async (_, penalty, path) => {
    const { router } = await open(penalty);
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(path);
    });
  });
});
