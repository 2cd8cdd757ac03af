import type { CurrentUser } from "@knowhow/shared";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { BankSection } from "./BankSection.tsx";
import { readBankDraft } from "./draft.ts";

bePatient();

const orderId = "verify_1";
const verified = { valid: true, message: "계좌 실명 인증이 완료되었습니다.", orderId };
const refused = { valid: false, message: "예금주 정보가 일치하지 않습니다.", orderId };
const account = { bankName: "토스뱅크", accountNumber: "100012345678", accountHolder: "김서연" };

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  sessionStorage.clear();
  await server.close();
});

interface Answers {
  opened?: FakeAnswer;
  verify?: FakeAnswer | ((asked: RecordedRequest) => FakeAnswer);
  save?: FakeAnswer;
  saved?: FakeAnswer;
}
const open = async ({ verify, save, saved, opened }: Answers = {}, user: CurrentUser = buildUser()) => {
  server = await startServer((asked) => {
    if (asked.path === "/api/verify-account")
      return (typeof verify === "function" ? verify(asked) : verify) ?? { body: verified };
    if (asked.path === "/api/profile/open") return opened ?? { body: { user } };
    return (asked.method === "PUT" ? save : saved) ?? { body: { ok: true, user } };
  });
  return renderAt(<BankSection user={user} />, "/profile#settlement");
};
const input = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });
const pick = async (bank: string) => {
  fireEvent.mouseDown(screen.getByRole("combobox"));
  fireEvent.click(await screen.findByRole("option", { name: bank }));
};
const fill = async () => {
  await pick(account.bankName);
  type("accountNumber", account.accountNumber);
  type("accountHolder", account.accountHolder);
};
const verifyButton = () => screen.getByRole("button", { name: /계좌 인증/ });
const saveButton = () => screen.getByRole("button", { name: "계좌 저장" });
const consent = () => screen.getByRole("checkbox");
const sent = (path: string) => server.asked.filter((asked) => asked.path === path && asked.method !== "GET");

describe("the settlement account", () => {
  it.each([
    ["without an account", {}],
    ["with one", { bankName: "토스뱅크", accountNumber: "********5678", accountHolder: "김서연" }],
  ])("says until when it stays as it is while it is frozen, and opens no form, %s", async (_, changes) => {
    const user = buildUser({ ...changes, bankFrozenUntil: "2126-11-21T05:06:00.000Z" });
    const { unmount } = await open({}, user);
    expect(screen.getByText(/2126년 11월 21일 오후 2:06부터 바꿀 수 있어요/)).toBeInTheDocument();
    expect(screen.queryByRole("button")).toBeNull();
    unmount();
    renderAt(<BankSection user={{ ...user, bankFrozenUntil: "2026-01-01T00:00:00.000Z" }} />, "/profile");
    expect(screen.queryByText(/부터 바꿀 수 있어요/)).toBeNull();
    expect(screen.getAllByRole("button").length).toBeGreaterThan(0);
  });

  it("offers 22 banks and strips all but digits", async () => {
    await open();
    fireEvent.mouseDown(screen.getByRole("combobox"));
    expect(within(await screen.findByRole("listbox")).getAllByRole("option")).toHaveLength(22 + 1);
    type("accountNumber", "1000-12 34한");
    expect(input("accountNumber")).toHaveValue("10001234");
  });

  it("asks for all three before it verifies", async () => {
    await open();
    await pick(account.bankName);
    type("accountNumber", account.accountNumber);
    fireEvent.click(verifyButton());
    expect(await screen.findByText("계좌 정보를 모두 입력해주세요")).toBeInTheDocument();
    expect(await screen.findByText("예금주를 입력해주세요.")).toBeInTheDocument();
    type("accountHolder", "김서연123");
    fireEvent.click(verifyButton());
    expect(await screen.findByText(/한글 또는 영문과 공백만/)).toBeInTheDocument();
    expect(sent("/api/verify-account")).toHaveLength(0);
  });

  it("goes step by step: verified, then consent, then saved", async () => {
    const withAccount = buildUser({ ...account, accountNumber: "********5678" });
    await open({ save: { body: { ok: true, user: withAccount } } });
    await fill();
    expect(consent()).toBeDisabled();
    expect(saveButton()).toBeDisabled();
    fireEvent.click(verifyButton());
    expect(await screen.findByRole("link", { name: "인증 결과 보기" })).toHaveAttribute(
      "href",
      `/account-verify-success?orderId=${orderId}`,
    );
    expect(saveButton()).toBeDisabled();
    fireEvent.click(consent());
    expect(saveButton()).toBeEnabled();
    fireEvent.click(saveButton());
    expect(await screen.findByText("계좌 정보 저장됨")).toBeInTheDocument();
    expect(JSON.parse(sent("/api/user/bank-account")[0]?.body ?? "")).toEqual(account);
    expect(readBankDraft(buildUser().id)).toBeUndefined();
  });

  it("takes the verification back when a field is edited", async () => {
    await open();
    await fill();
    fireEvent.click(verifyButton());
    await screen.findByText("계좌 인증됨");
    fireEvent.click(consent());
    type("accountNumber", `${account.accountNumber}9`);
    expect(await screen.findByText("계좌 정보가 바뀌었습니다. 다시 인증해주세요.")).toBeInTheDocument();
    expect(consent()).not.toBeChecked();
    expect(consent()).toBeDisabled();
    expect(saveButton()).toBeDisabled();
    expect(verifyButton()).toBeEnabled();
  });

  it.each<[string, FakeAnswer, string]>([
    ["a refusal", { body: refused }, refused.message],
    [
      "a failure of the provider",
      { status: 502, body: { code: "PROVIDER_ERROR", message: "외부 서비스 오류" } },
      "외부 서비스 오류",
    ],
    ["an answer that is none", { status: 500, body: "<html>" }, "계좌 인증 중 오류가 발생했습니다"],
  ])("explains %s under the button and in a toast", async (_, verify, message) => {
    await open({ verify });
    await fill();
    fireEvent.click(verifyButton());
    expect(await screen.findByText("계좌 인증 실패")).toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent(message);
    expect(consent()).toBeDisabled();
    expect(input("accountNumber")).toHaveValue(account.accountNumber);
  });

  it.each<[string, FakeAnswer, string]>([
    [
      "the server's words",
      { status: 429, body: { code: "RATE_LIMITED", message: "너무 많습니다." } },
      "너무 많습니다.",
    ],
    ["its own without any", { status: 500, body: "<html>" }, "계좌 정보 저장에 실패했습니다."],
  ])("says 저장 실패 with %s, and keeps everything", async (_, save, message) => {
    await open({ save });
    await fill();
    fireEvent.click(verifyButton());
    await screen.findByText("계좌 인증됨");
    fireEvent.click(consent());
    fireEvent.click(saveButton());
    expect(await screen.findByText("저장 실패")).toBeInTheDocument();
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    expect(saveButton()).toBeEnabled();
  });

  it("names a lost connection while saving", async () => {
    await open();
    await fill();
    fireEvent.click(verifyButton());
    await screen.findByText("계좌 인증됨");
    fireEvent.click(consent());
    await server.close();
    fireEvent.click(saveButton());
    expect((await screen.findAllByText("계좌 정보 저장 중 오류가 발생했습니다.")).length).toBeGreaterThan(0);
  });

  it("asks for a new check when the server no longer knows the old one", async () => {
    await open({
      save: { status: 400, body: { code: "ACCOUNT_NOT_VERIFIED", message: "먼저 인증해주세요." } },
    });
    await fill();
    fireEvent.click(verifyButton());
    await screen.findByText("계좌 인증됨");
    fireEvent.click(consent());
    fireEvent.click(saveButton());
    await waitFor(() => {
      expect(screen.getByRole("alert")).toHaveTextContent("먼저 인증해주세요.");
    });
    await waitFor(() => expect(verifyButton()).toBeEnabled());
    expect(saveButton()).toBeDisabled();
  });

  it("keeps what was typed while the result is looked at, for the same person only", async () => {
    const first = await open();
    await fill();
    fireEvent.click(verifyButton());
    await screen.findByText("계좌 인증됨");
    first.unmount();
    await server.close();
    const second = await open();
    expect(input("accountNumber")).toHaveValue(account.accountNumber);
    expect(input("accountHolder")).toHaveValue(account.accountHolder);
    fireEvent.click(consent());
    expect(saveButton()).toBeEnabled();
    second.unmount();
    await server.close();
    await open({}, buildUser({ id: "01900000-0000-7000-8000-0000000000ab" }));
    expect(input("accountNumber")).toHaveValue("");
    expect(sessionStorage).toHaveLength(0);
  });

  it("leaves no account number in the browser: after a reload it is typed and verified again", async () => {
    const first = await open();
    await fill();
    fireEvent.click(verifyButton());
    await screen.findByText("계좌 인증됨");
    const left = JSON.stringify(Object.entries(sessionStorage));
    expect(left).toContain(account.bankName);
    expect(left).not.toContain(account.accountNumber);
    first.unmount();
    await server.close();
    // Another page's memory is empty: only the browser's storage is left.
    for (const [key, value] of Object.entries(sessionStorage)) {
      const kept = JSON.parse(String(value)) as { at: number }; // written by the form
      sessionStorage.setItem(key, JSON.stringify({ ...kept, at: kept.at - 1 }));
    }
    await open();
    expect(screen.getByRole("combobox")).toHaveTextContent(account.bankName);
    expect(input("accountHolder")).toHaveValue(account.accountHolder);
    expect(input("accountNumber")).toHaveValue("");
    expect(consent()).toBeDisabled();
  });

  it("shows a saved account masked, edits it in full and gives up on cancel", async () => {
    const user = buildUser({ ...account, accountNumber: "********5678" });
    await open({ saved: { body: account } }, user);
    expect(screen.getByText("********5678")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "계좌 변경" }));
    await waitFor(() => {
      expect(input("accountNumber")).toHaveValue(account.accountNumber);
    });
    expect(saveButton()).toBeDisabled();
    type("accountNumber", "1");
    fireEvent.click(screen.getByRole("button", { name: "취소" }));
    expect(screen.getByText("********5678")).toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
  });

  it("asks nothing of a saved account until the password was entered, and says why it does not open", async () => {
    const user = buildUser({ ...account, accountNumber: "********5678" });
    await open({ saved: { body: account }, opened: refuse("UNAVAILABLE") }, user);
    fireEvent.click(screen.getByRole("button", { name: "계좌 변경" }));
    await screen.findByText("계좌 정보를 열지 못했습니다");
    expect(screen.getByText("********5678")).toBeInTheDocument();
    expect(server.asked.map(({ path }) => path)).not.toContain("/api/user/bank-account");
  });
});
