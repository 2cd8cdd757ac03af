import { AppError } from "@knowhow/shared";
import { act, fireEvent, renderHook, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { safeNext } from "@knowhow/ui/client/loginPath.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { LoginScreen } from "./LoginScreen.tsx";
import { formatWait, useLockout } from "@knowhow/ui/features/accounts/entry/useLockout.ts";

bePatient();

const visitor: FakeAnswer = {
  status: 401,
  body: { code: "LOGIN_REQUIRED", message: "로그인이 필요합니다." },
};
const locked = (seconds: number): FakeAnswer => ({
  status: 429,
  headers: { "retry-after": String(seconds), "access-control-expose-headers": "retry-after" },
  body: { code: "LOGIN_LOCKED", message: "로그인 시도가 너무 많습니다." },
});

let server: Awaited<ReturnType<typeof startServer>>;

const open = async (answer: FakeAnswer, path = "/login") => {
  server = await startServer((asked) => (asked.path.endsWith("/api/login") ? answer : visitor));
  return renderAt(<LoginScreen />, path);
};
const name = () => screen.getByLabelText(/이메일 또는 아이디/);
const button = () => screen.getByRole("button", { name: "로그인" });
const signIn = (identifier: string) => {
  fireEvent.change(name(), { target: { value: identifier } });
  fireEvent.change(screen.getByLabelText(/^비밀번호/, { selector: "input" }), {
    target: { value: "Wrong!2026" },
  });
  fireEvent.click(button());
};
const logins = () => server.asked.filter(({ path }) => path === "/api/login");

describe("signing in", () => {
  afterEach(() => server.close());

  it("takes spaces out of the name and goes on to the page that was asked for", async () => {
    const { router } = await open({ body: { user: buildUser() } }, "/login?next=%2Fupload%3Fa%3D1");
    signIn(" seo yeon1 ");
    await waitFor(() => {
      expect(router.state.location).toMatchObject({ pathname: "/upload", search: "?a=1" });
    });
    expect(screen.queryByText(/결제를 마치려면/)).toBeNull();
    expect(JSON.parse(logins()[0]?.body ?? "")).toEqual({
      emailOrUserId: "seoyeon1",
      password: "Wrong!2026",
    });
  });

  it("says that a payment waits for it", async () => {
    const next = "/payment-success?paymentKey=pay_1&orderId=KH1&amount=10500";
    const { router } = await open({ body: { user: buildUser() } }, `/login?next=${encodeURIComponent(next)}`);
    expect(screen.getByText("결제를 마치려면 로그인해주세요")).toBeInTheDocument();
    signIn("seoyeon1");
    await waitFor(() => {
      expect(router.state.location.pathname + router.state.location.search).toBe(next);
    });
  });

  it("never leaves the site", async () => {
    const { router } = await open({ body: { user: buildUser() } }, "/login?next=%2F%2Fevil.example");
    signIn("seoyeon1");
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/");
    });
  });

  it("sends nothing while a field is empty, and says which", async () => {
    await open({ body: { user: buildUser() } });
    fireEvent.click(button());
    expect(await screen.findByText("이메일 또는 아이디를 입력해주세요.")).toBeInTheDocument();
    expect(screen.getByText("비밀번호를 입력해주세요.")).toBeInTheDocument();
    expect(logins()).toHaveLength(0);
  });

  it("explains wrong credentials in place and keeps what was typed", async () => {
    await open({ status: 401, body: { code: "WRONG_CREDENTIALS", message: "잘못되었습니다." } });
    signIn("seoyeon1");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "이메일/아이디 또는 비밀번호가 일치하지 않습니다.",
    );
    expect(name()).toHaveValue("seoyeon1");
  });

  it("shows a lock, for the locked name only", async () => {
    await open(locked(30));
    signIn("seoyeon1");
    expect(await screen.findByTestId("lock-remaining")).toHaveTextContent(/^\d+초 후에 다시 시도해주세요\.$/);
    expect(screen.getByLabelText(/^비밀번호/, { selector: "input" })).toHaveFocus();
    fireEvent.change(name(), { target: { value: "minsu2" } });
    expect(screen.queryByTestId("lock-remaining")).toBeNull();
    fireEvent.change(name(), { target: { value: "SeoYeon1" } });
    expect(screen.getByTestId("lock-remaining")).toBeVisible();
  });

  it("takes a temporary password during a lock, which it says; another wrong one keeps counting", async () => {
    let answer = locked(86_400);
    server = await startServer(({ path }) => (path.endsWith("/api/login") ? answer : visitor));
    const { router } = renderAt(<LoginScreen />, "/login");
    signIn("seoyeon1");
    expect(await screen.findByTestId("lock-remaining")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent(
      "임시 비밀번호를 받았다면 지금도 로그인할 수 있습니다.",
    );
    answer = locked(86_390);
    fireEvent.click(button());
    expect(await screen.findByText(/^23시간 59분/)).toBeVisible();
    answer = { body: { user: buildUser({ mustChangePassword: true }) } };
    const password = screen.getByLabelText<HTMLInputElement>(/^비밀번호/, { selector: "input" });
    fireEvent.change(password, { target: { value: "Temp!234" } });
    fireEvent.submit(password.form ?? password);
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(logins().map(({ body }) => (JSON.parse(body) as { password: string }).password)).toEqual([
      "Wrong!2026",
      "Wrong!2026",
      "Temp!234",
    ]);
  });
});

describe("useLockout", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("counts down second by second and says when it is over", () => {
    const { result } = renderHook(() => useLockout("seoyeon1"));
    act(() => {
      expect(result.current.start(new AppError("LOGIN_LOCKED", { retryAfter: 30 }), " SeoYeon1")).toBe(true);
    });
    expect(result.current).toMatchObject({ remaining: 30, isOver: false });
    act(() => {
      vi.advanceTimersByTime(1_000);
    });
    expect(result.current.remaining).toBe(29);
    act(() => {
      vi.advanceTimersByTime(28_750);
    });
    expect(result.current.remaining).toBe(1);
    act(() => {
      vi.advanceTimersByTime(250);
    });
    expect(result.current).toMatchObject({ remaining: 0, isOver: true });
  });

  it("leaves other failures to others", () => {
    const { result } = renderHook(() => useLockout("seoyeon1"));
    expect(result.current.start(new AppError("WRONG_CREDENTIALS"), "seoyeon1")).toBe(false);
    expect(result.current).toMatchObject({ remaining: 0, isOver: false });
  });
});

describe("safeNext", () => {
  it.each([
    ["/upload", "/upload"],
    ["/market?category=stock#top", "/market?category=stock#top"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["/a\\..\\\\evil.example", "/"],
    ["/.//evil.example", "/"],
    ["/a/..//evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["https://evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["upload", "/"],
    ["/login?next=/login", "/"],
    ["/logout", "/"],
    [null, "/"],
  ])("makes %s into %s", (given, path) => {
    expect(safeNext(given)).toBe(path);
  });
});

describe("formatWait", () => {
  it.each([
    [42, "42초"],
    [250, "4분 10초"],
    [7_205, "2시간 0분 5초"],
  ])("says %i seconds as %s", (seconds, text) => {
    expect(formatWait(seconds)).toBe(text);
  });
});
