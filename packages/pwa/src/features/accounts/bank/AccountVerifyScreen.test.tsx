import { fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { AccountVerifyFailScreen, AccountVerifySuccessScreen } from "./AccountVerifyScreen.tsx";
import { keepBankDraft } from "./draft.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  sessionStorage.clear();
  await server.close();
});

const open = async (Screen: typeof AccountVerifyFailScreen, query: string, answer: () => FakeAnswer) => {
  server = await startServer(({ path }) =>
    path === "/api/auth/me" ? { body: { user: buildUser() } } : answer(),
  );
  return renderAt(<Screen />, `/account-verify${query}`);
};
const status = (verified: boolean, oneWon = false, message = "") => ({
  body: { verified, oneWon, message },
});
const link = (name: string) => screen.getByRole("link", { name });

describe("the result of an account check", () => {
  it("says that 1 won came back only when one was sent", async () => {
    const first = await open(AccountVerifySuccessScreen, "?orderId=verify_1", () => status(true, true));
    expect(await screen.findByText(/1원이 고객님의 계좌로 반환/)).toBeInTheDocument();
    expect(screen.getByText(/정산 계좌로 등록되었습니다/)).toBeInTheDocument();
    expect(server.asked.map(({ path }) => path)).toContain("/api/account/verify-status/verify_1");
    expect(link("내 정보로")).toHaveAttribute("href", "/profile");
    expect(link("홈으로")).toHaveAttribute("href", "/");
    first.unmount();
    await server.close();
    await open(AccountVerifySuccessScreen, "?orderId=verify_1", () => status(true, false));
    expect(await screen.findByText(/정산 계좌로 등록되었습니다/)).toBeInTheDocument();
    expect(screen.queryByText(/1원/)).toBeNull();
  });

  it("leads back to saving what is not saved yet", async () => {
    const values = { bankName: "토스뱅크", accountNumber: "1000", accountHolder: "김서연" };
    keepBankDraft(buildUser().id, { values, check: undefined, hasConsent: false });
    await open(AccountVerifySuccessScreen, "?orderId=verify_1", () => status(true, true));
    expect(await screen.findByRole("link", { name: "이어서 저장하기" })).toBeInTheDocument();
    expect(screen.getByText(/그대로 남아 있어요/)).toBeInTheDocument();
    expect(screen.queryByText(/등록되었습니다/)).toBeNull();
  });

  it.each([
    ["success", AccountVerifySuccessScreen],
    ["failure", AccountVerifyFailScreen],
  ])("explains a failed check on the page of %s, with another try", async (_, Screen) => {
    await open(Screen, "?orderId=verify_1", () => status(false, false, "예금주 정보가 일치하지 않습니다."));
    expect(await screen.findByText("계좌 인증에 실패했습니다")).toBeInTheDocument();
    expect(screen.getByText("예금주 정보가 일치하지 않습니다.")).toBeInTheDocument();
    expect(link("다시 인증하기")).toHaveAttribute("href", "/profile#settlement");
  });

  it("needs to know which check", async () => {
    await open(AccountVerifyFailScreen, "", () => status(true));
    expect(await screen.findByText("주문 정보를 찾을 수 없습니다")).toBeInTheDocument();
    expect(link("다시 인증하기")).toBeInTheDocument();
    expect(server.asked).toHaveLength(0);
  });

  it("says that the check could not be asked for, and asks again", async () => {
    let isDown = true;
    await open(AccountVerifySuccessScreen, "?orderId=verify_1", () =>
      isDown ? { status: 503, body: { code: "UNAVAILABLE", message: "불안정합니다." } } : status(true),
    );
    expect(await screen.findByText("인증 상태 확인 중 오류가 발생했습니다")).toBeInTheDocument();
    isDown = false;
    fireEvent.click(screen.getByRole("button", { name: "다시 확인" }));
    expect(await screen.findByText("계좌 인증이 완료되었습니다")).toBeInTheDocument();
  });
});
