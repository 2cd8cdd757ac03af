import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { RegisterForm } from "./RegisterForm.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const taken = new Set<string>();
const open = async (
  answer: FakeAnswer | (() => FakeAnswer) = { status: 201, body: { user: buildUser() } },
) => {
  taken.clear();
  taken.add("taken1");
  server = await startServer(({ path }) => {
    if (path === "/api/register") return typeof answer === "function" ? answer() : answer;
    const value = decodeURIComponent(path.split("/").pop() ?? "");
    return { body: { available: !taken.has(value) } };
  });
  return renderAt(<RegisterForm next="/upload" />, "/register");
};
const asked = (part: string) => server.asked.filter(({ path }) => path.includes(part));

const good = {
  name: "김서연",
  userId: "seoyeon1",
  nickname: "서연",
  email: "seoyeon@example.com",
  phoneNumber: "01012345678",
  password: "Knowhow!2026",
  passwordConfirm: "Knowhow!2026",
};
const field = (name: keyof typeof good) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const fill = (values: Partial<typeof good>) => {
  for (const [name, value] of Object.entries(values))
    // The keys of a part of the form are its fields.
    fireEvent.change(field(name as keyof typeof good), { target: { value } });
};
const consent = () => fireEvent.click(screen.getByRole("checkbox"));
const button = () => screen.getByRole("button", { name: "가입하기" });
const isReady = () =>
  waitFor(() => {
    expect(button()).toBeEnabled();
  });

describe("signing up", () => {
  it("opens the button only when all is valid, free and consented to", async () => {
    await open();
    fill(good);
    await screen.findByText("사용 가능한 아이디입니다.");
    await screen.findByText("사용 가능한 닉네임입니다.");
    expect(await screen.findByText("아직 남은 항목: 개인정보 동의")).toBeInTheDocument();
    expect(button()).toBeDisabled();
    consent();
    await isReady();
    for (const [name, value] of [
      ["name", "김"],
      ["phoneNumber", "0101234"],
      ["password", "Knowhow2026"],
      ["passwordConfirm", "Knowhow!2027"],
      ["email", "seoyeon"],
    ] as const) {
      fill({ [name]: value });
      await waitFor(() => {
        expect(button(), name).toBeDisabled();
      });
      fill({ [name]: good[name] });
      await isReady();
    }
  });

  it("takes spaces out of name and address, and names each eye after its field", async () => {
    await open();
    fill({ name: "김 서 연", email: " seoyeon @example.com" });
    expect(field("name")).toHaveValue("김서연");
    expect(field("email")).toHaveValue("seoyeon@example.com");
    expect(screen.getByRole("button", { name: "비밀번호 보기" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "비밀번호 확인 보기" })).toBeInTheDocument();
  });

  it("sends one sign-up for two quick presses", async () => {
    const { router } = await open();
    fill(good);
    consent();
    await isReady();
    fireEvent.click(button());
    fireEvent.click(button());
    // Signed up: a second one would have been sent before the answer to the first.
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/upload");
    });
    expect(asked("/api/register")).toHaveLength(1);
  });

  it("strips what an id can not hold and asks once typing rests, from five characters", async () => {
    await open();
    fill({ userId: "ab-1" });
    expect(field("userId")).toHaveValue("ab1");
    for (const value of ["tak", "take", "taken", "taken1!한"]) fill({ userId: value });
    expect(field("userId")).toHaveValue("taken1");
    expect(await screen.findByText("이미 사용 중인 아이디입니다.")).toBeInTheDocument();
    expect(asked("check-userid").map(({ path }) => path)).toEqual(["/api/check-userid/taken1"]);
  });

  it("asks for a trimmed nickname of two characters or more", async () => {
    await open();
    fill({ nickname: "서" });
    fill({ nickname: " 서연 " });
    expect(await screen.findByText("사용 가능한 닉네임입니다.")).toBeInTheDocument();
    expect(asked("check-nickname").map(({ path }) => decodeURIComponent(path))).toEqual([
      "/api/check-nickname/서연",
    ]);
  });

  it("marks the name that is refused as wrong, and no other", async () => {
    await open();
    taken.add("소문난");
    fill({ userId: "seoyeon1", nickname: "소문난" });
    expect(await screen.findByText("이미 사용 중인 닉네임입니다.")).toBeInTheDocument();
    await screen.findByText("사용 가능한 아이디입니다.");
    expect(field("nickname")).toBeInvalid();
    expect(field("userId")).toBeValid();
    fill({ userId: "taken1", nickname: "서연" });
    expect(await screen.findByText("이미 사용 중인 아이디입니다.")).toBeInTheDocument();
    await screen.findByText("사용 가능한 닉네임입니다.");
    expect(field("nickname")).toBeValid();
    expect(field("userId")).toBeInvalid();
  });

  it.each(["서\0연", "서\u200b연", "서\u202e연"])(
    "refuses the nickname %j as the server does, unasked",
    async (hidden) => {
      await open();
      fill({ nickname: hidden });
      expect(
        await screen.findByText("닉네임에는 보이지 않는 문자를 사용할 수 없습니다."),
      ).toBeInTheDocument();
      expect(field("nickname")).toBeInvalid();
      fill({ nickname: "서 연" });
      expect(await screen.findByText("사용 가능한 닉네임입니다.")).toBeInTheDocument();
      expect(asked("check-nickname").map(({ path }) => decodeURIComponent(path))).toEqual([
        "/api/check-nickname/서 연",
      ]);
    },
  );

  it("ticks the rules of the password off and compares the repetition", async () => {
    await open();
    fill({ password: "abc12345", passwordConfirm: "abc" });
    const met = () => screen.getAllByRole("listitem").map((item) => item.dataset.met);
    expect(met()).toEqual(["true", "true", "true", "false"]);
    expect(screen.getByText("비밀번호가 일치하지 않습니다.")).toBeInTheDocument();
    fill({ password: "abc12345!", passwordConfirm: "abc12345!" });
    expect(met()).toEqual(["true", "true", "true", "true"]);
    expect(screen.getByText("비밀번호가 일치합니다.")).toBeInTheDocument();
  });

  it("opens the policy in a new tab", async () => {
    await open();
    expect(screen.getByRole("link", { name: /개인정보처리방침/ })).toMatchObject({ target: "_blank" });
  });

  it("signs up, and goes on", async () => {
    const { router } = await open();
    fill(good);
    consent();
    await isReady();
    fireEvent.click(button());
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/upload");
    });
    expect(JSON.parse(asked("/api/register")[0]?.body ?? "")).toEqual({ ...good, privacyConsent: true });
  });

  it("puts a conflict at its field, asks anew and loses nothing", async () => {
    await open(() => {
      taken.add("seoyeon1");
      return { status: 409, body: { code: "USER_ID_TAKEN", message: "이미 사용 중인 아이디입니다." } };
    });
    fill(good);
    consent();
    await isReady();
    fireEvent.click(button());
    expect(await screen.findByText("이미 사용 중인 아이디입니다.")).toBeInTheDocument();
    await waitFor(() => {
      expect(button()).toBeDisabled();
    });
    for (const [name, value] of Object.entries(good))
      expect(field(name as keyof typeof good)).toHaveValue(value); // keys as in fill
    expect(screen.getByRole("checkbox")).toBeChecked();
  });

  it("does not call all well what the server has just refused, until it is changed", async () => {
    await open({ status: 409, body: { code: "EMAIL_TAKEN", message: "이미 사용 중인 이메일입니다." } });
    fill(good);
    consent();
    await isReady();
    expect(screen.getByText("모든 항목을 확인했어요.")).toBeInTheDocument();
    fireEvent.click(button());
    expect(await screen.findByText("이미 사용 중인 이메일입니다.")).toBeInTheDocument();
    fireEvent.blur(field("email"));
    expect(await screen.findByText("다시 확인할 항목: 이메일")).toBeInTheDocument();
    expect(screen.queryByText("모든 항목을 확인했어요.")).toBeNull();
    fill({ email: "seoyeon2@example.com" });
    expect(await screen.findByText("모든 항목을 확인했어요.")).toBeInTheDocument();
  });

  it("says what else went wrong above the button, which can be pressed again", async () => {
    await open({ status: 429, body: { code: "RATE_LIMITED", message: "요청이 너무 많습니다." } });
    fill(good);
    consent();
    await isReady();
    fireEvent.click(button());
    expect(await screen.findByRole("alert")).toHaveTextContent("요청이 너무 많습니다.");
    expect(button()).toBeEnabled();
  });
});
