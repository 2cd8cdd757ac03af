import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { FindAccountScreen } from "./FindAccountScreen.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const answers: Record<string, FakeAnswer> = {
  "/api/find-account": { body: { userId: "seoyeon1", message: "회원님의 아이디를 찾았습니다." } },
  "/api/reset-password": {
    body: { userId: "seoyeon1", tempPassword: "Ab3!xyzK", message: "발급되었습니다." },
  },
};
const open = async (given: Record<string, FakeAnswer> = answers, path = "/find-account") => {
  server = await startServer(({ path: asked }) => given[asked] ?? { status: 500 });
  return renderAt(<FindAccountScreen />, path, "/find-account");
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
const fill = () => {
  type("이름", "김 서연");
  type("닉네임", " 서연 ");
  type("이메일", "seoyeon@ example.com");
  type("전화번호", "010-1234-5678");
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const toast = () => within(screen.getByRole("region", { name: "알림 (F8)" })).getByRole("status");

describe("/find-account", () => {
  it("asks for what is registered now, and for 72 hours for what was before a change", async () => {
    await open();
    expect(screen.getByText(/^지금 등록된 정보로.*72시간 안에 바꿨다면 바꾸기 전 정보를/)).toBeVisible();
  });

  it("tells how many wrong tries there are", async () => {
    await open();
    expect(
      screen.getByText(/한 시간에 5번, 아이디나 이메일마다 하루 30번까지만.*별도로 한 시간에 5번까지/),
    ).toBeVisible();
  });

  it("wants everything", async () => {
    await open();
    type("전화번호", "010-1234-56789");
    expect(screen.getByLabelText(/^전화번호/)).toHaveValue("010-1234-5678");
    press("아이디 찾기");
    expect(await screen.findAllByText("모든 정보를 입력해주세요.")).toHaveLength(4);
    await waitFor(() => expect(toast()).toHaveTextContent("입력 오류"));
    expect(server.asked).toEqual([]);
  });

  it("finds the id, and carries what was typed on to the password", async () => {
    await open();
    fill();
    press("아이디 찾기");
    expect(await screen.findByText("seoyeon1")).toBeInTheDocument();
    expect(JSON.parse(server.asked[0]?.body ?? "")).toEqual({
      name: "김서연",
      nickname: "서연",
      email: "seoyeon@example.com",
      phoneNumber: "01012345678",
    });
    await waitFor(() => expect(toast()).toHaveTextContent("아이디 찾기 완료"));
    expect(screen.getByRole("link", { name: "로그인하러 가기" })).toHaveAttribute("href", "/login");
    press("비밀번호 재설정");
    expect(await screen.findByLabelText(/^아이디/)).toHaveValue("seoyeon1");
    expect(screen.getByText("영문과 숫자를 포함한 5~20자")).toBeInTheDocument();
  });

  it("shows a temporary password, and keeps it nowhere", async () => {
    const { queryClient, unmount } = await open(answers, "/find-account?tab=password");
    type("아이디", "seoyeon1");
    fill();
    press("임시 비밀번호 받기");
    expect(await screen.findByText("Ab3!xyzK")).toBeInTheDocument();
    await waitFor(() => expect(toast()).toHaveTextContent("임시 비밀번호 발급 완료"));
    expect(toast()).not.toHaveTextContent("Ab3!xyzK");
    const kept = () =>
      JSON.stringify([
        queryClient
          .getMutationCache()
          .getAll()
          .map(({ state }) => state),
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state),
        { ...localStorage },
        { ...sessionStorage },
      ]);
    await waitFor(() => expect(kept()).not.toContain("Ab3!xyzK"));
    unmount();
    expect(document.body.textContent).not.toContain("Ab3!xyzK");
  });

  it.each([
    ["", "아이디 찾기", "아이디 찾기 실패"],
    ["?tab=password", "임시 비밀번호 받기", "비밀번호 재설정 실패"],
  ])("%s says what the server says when there is none", async (query, button, title) => {
    const refusal = {
      status: 404,
      body: { code: "ACCOUNT_NOT_FOUND", message: "일치하는 계정이 없습니다." },
    };
    await open({ "/api/find-account": refusal, "/api/reset-password": refusal }, `/find-account${query}`);
    if (query) type("아이디", "seoyeon1");
    fill();
    press(button);
    await waitFor(() => expect(toast()).toHaveTextContent(title));
    expect(toast()).toHaveTextContent("일치하는 계정이 없습니다.");
    expect(await screen.findByRole("note")).toHaveTextContent("일치하는 계정이 없습니다.");
  });

  it.each([
    ["", "아이디 찾기", "아이디 찾기에 실패했습니다."],
    ["?tab=password", "임시 비밀번호 받기", "비밀번호 재설정에 실패했습니다."],
  ])("%s has words of its own where the server gives none", async (query, button, words) => {
    await open({}, `/find-account${query}`);
    if (query) type("아이디", "seoyeon1");
    fill();
    press(button);
    await waitFor(() => expect(toast()).toHaveTextContent(words));
    expect(await screen.findByRole("note")).toHaveTextContent(words);
  });
});
