import type { AccountSession, SecurityEvent } from "@knowhow/shared";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { SecuritySection } from "./SecuritySection.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const idOf = (number: number) => `01900000-0000-7000-8000-00000000000${number}`;
const session = (number: number, changes: Partial<AccountSession> = {}): AccountSession => ({
  id: idOf(number),
  device: { browser: "Chrome", os: "Android", type: "mobile" },
  address: "203.0.*.*",
  createdAt: "2026-11-20T00:00:00.000Z",
  usedAt: "2026-11-21T00:00:00.000Z",
  isCurrent: false,
  ...changes,
});
const event = (number: number, changes: Partial<SecurityEvent> = {}): SecurityEvent => ({
  id: idOf(number),
  kind: "signed_in",
  fields: [],
  device: null,
  address: null,
  createdAt: "2026-11-20T00:00:00.000Z",
  ...changes,
});

const open = async (answer: (asked: RecordedRequest) => FakeAnswer) => {
  server = await startServer(answer);
  renderAt(<SecuritySection user={buildUser()} />, "/profile#security");
  expect(server.asked).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "로그인한 기기와 보안 기록" }));
};

describe("devices and what happened", () => {
  it("marks the current device and signs out another one, and no other", async () => {
    let sessions = [
      session(1, { isCurrent: true, device: { browser: "Firefox", os: "Windows", type: "desktop" } }),
      session(2),
      session(3, { device: null }),
    ];
    await open(({ method, path }) => {
      if (method === "DELETE") {
        sessions = sessions.filter(({ id }) => !path.endsWith(id));
        return { body: { ok: true } };
      }
      return { body: path.includes("sessions") ? sessions : [] };
    });
    const list = await screen.findByRole("list", { name: "로그인한 기기 목록" });
    const [current, phone] = within(list).getAllByRole("listitem");
    expect(current).toHaveTextContent("Firefox · Windows · 컴퓨터지금 이 기기");
    expect(current && within(current).queryByRole("button")).toBeNull();
    expect(phone).toHaveTextContent("203.0.*.*");
    const button = screen.getByRole("button", { name: "Chrome · Android · 휴대폰 로그아웃" });
    button.focus();
    fireEvent.click(button);
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "로그아웃" }));
    await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(2));
    expect(server.asked.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
      `/api/auth/sessions/${idOf(2)}`,
    ]);
    expect(list).toHaveTextContent("알 수 없는 기기");
    await waitFor(() => expect(list).toHaveFocus());
  });

  it("lists what happened in words, by pages", async () => {
    await open(({ path }) =>
      path.includes("sessions")
        ? { body: [session(1, { isCurrent: true })] }
        : path.includes("cursor=next")
          ? { body: [event(3, { kind: "registered" })] }
          : {
              body: [
                event(1, { kind: "account_changed", fields: ["name", "phoneNumber"] }),
                event(2, { kind: "password_refused" }),
                event(4, { kind: "account_changed", fields: ["nickname"] }),
              ],
              headers: { link: '</api/auth/security-events?cursor=next>; rel="next"' },
            },
    );
    expect(await screen.findByText("회원 정보 변경 (이름, 전화번호)")).toBeVisible();
    expect(screen.getByText("회원 정보 변경 (닉네임)")).toBeVisible();
    expect(screen.getByText("비밀번호 확인 실패")).toBeVisible();
    expect(screen.getByText("다른 기기에서는 로그인되어 있지 않아요.")).toBeVisible();
    fireEvent.click(screen.getByRole("button", { name: "더 보기" }));
    expect(await screen.findByText("가입")).toBeVisible();
  });

  it("says when there is nothing, and when it could not be read", async () => {
    let fails = true;
    await open(({ path }) =>
      path.includes("sessions")
        ? fails
          ? { status: 500, body: { code: "INTERNAL", message: "일시적인 오류" } }
          : { body: [session(1, { isCurrent: true })] }
        : { body: [] },
    );
    expect(await screen.findByText("최근 90일 동안 남은 기록이 없어요.")).toBeVisible();
    expect(await screen.findByText("로그인한 기기를 불러오지 못했습니다")).toBeVisible();
    fails = false;
    fireEvent.click(screen.getByRole("button", { name: /다시/ }));
    expect(await screen.findByText("지금 이 기기")).toBeVisible();
  });
});
