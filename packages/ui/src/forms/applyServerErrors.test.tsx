import { AppError } from "@knowhow/shared";
import { loginForm, registerForm } from "@knowhow/shared/schemas.ts";
import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ConnectionError } from "../components/failure.ts";
import { applyServerErrors } from "./applyServerErrors.ts";
import { FormTextField } from "./FormTextField.tsx";
import { useContractForm } from "./useContractForm.ts";

const defaults = { emailOrUserId: "", password: "" };

const Login = ({ error }: { error?: AppError }) => {
  const form = useContractForm(loginForm, defaults);
  return (
    <form onSubmit={(event) => void form.handleSubmit(() => undefined)(event)}>
      <FormTextField
        control={form.control}
        name="emailOrUserId"
        label="아이디"
        help="이메일도 돼요"
        isRequired
      />
      <FormTextField control={form.control} name="password" label="비밀번호" type="password" />
      <button type="button" onClick={() => applyServerErrors(form, error)}>
        answer
      </button>
      <button>send</button>
    </form>
  );
};

describe("a form", () => {
  it("checks on sending and focuses the first wrong field, its error described", async () => {
    render(<Login />);
    fireEvent.click(screen.getByText("send"));
    const field = await screen.findByRole("textbox", {
      name: /아이디/,
      description: "이메일 또는 아이디를 입력해주세요.",
    });
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(screen.getByText("비밀번호를 입력해주세요.")).toBeInTheDocument();
  });

  it("checks on leaving a field, not while it is first typed in", async () => {
    render(<Login />);
    const field = screen.getByRole("textbox");
    fireEvent.change(field, { target: { value: "" } });
    expect(screen.getByText("이메일도 돼요")).toBeInTheDocument();
    fireEvent.blur(field);
    expect(await screen.findByText("이메일 또는 아이디를 입력해주세요.")).toBeInTheDocument();
  });

  it("shows the server's words at the field that they are about and focuses it", async () => {
    render(<Login error={new AppError("VALIDATION", { fields: { password: "너무 깁니다." } })} />);
    fireEvent.click(screen.getByText("answer"));
    expect(await screen.findByText("너무 깁니다.")).toBeInTheDocument();
    expect(screen.getByLabelText("비밀번호")).toHaveFocus();
  });
});

describe("applyServerErrors", () => {
  const formOf = () =>
    renderHook(
      () =>
      useContractForm(registerForm, {
        name: "", userId: "", nickname: "", email: "", phoneNumber: "", password: "", passwordConfirm: "",
        privacyConsent: false,
      }), // oxfmt-ignore
    ).result.current;

  it("knows the field of a code that names none", () => {
    const form = formOf();
    let rest: string | undefined = "not called";
    act(() => {
      rest = applyServerErrors(form, new AppError("NICKNAME_TAKEN"));
    });
    expect(rest).toBeUndefined();
    expect(form.getFieldState("nickname").error?.message).toBe("이미 사용 중인 닉네임입니다.");
  });

  it("hands back what is said of other fields beside those of the form", () => {
    const form = formOf();
    const fields = {
      nickname: "너무 짧습니다.",
      other: "다른 값이 틀렸습니다.",
      "more[0]": "다른 값이 틀렸습니다.",
    };
    let rest: string | undefined;
    act(() => {
      rest = applyServerErrors(form, new AppError("VALIDATION", { fields }));
    });
    expect(rest).toBe("다른 값이 틀렸습니다.");
    expect(form.getFieldState("nickname").error?.message).toBe("너무 짧습니다.");
    act(() => {
      rest = applyServerErrors(
        form,
        new AppError("VALIDATION", { fields: { email: "이메일을 확인해주세요." } }),
      );
    });
    expect(rest).toBeUndefined();
  });

  it("hands back what belongs to no field", () => {
    const form = formOf();
    expect(applyServerErrors(form, new AppError("RATE_LIMITED"))).toMatch(/요청이 너무 많습니다/);
    expect(applyServerErrors(form, new AppError("VALIDATION", { fields: { other: "x" } }))).toMatch(/입력값/);
    expect(applyServerErrors(form, new ConnectionError())).toMatch(/연결할 수 없습니다/);
  });
});
