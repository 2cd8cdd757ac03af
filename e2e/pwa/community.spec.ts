import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { field } from "../pages/fields.ts";
import { screensOf } from "../pages/index.ts";
import { register } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { makePerson, type Person } from "../support/people.ts";

const recover = async (page: Page, person: Person): Promise<void> => {
  const main = page.getByRole("main");
  await field(main, "이름").fill(person.name);
  await field(main, "닉네임").fill(person.nickname);
  await field(main, "이메일").fill(person.email);
  await field(main, "전화번호").fill("010-1234-5678");
  await main.getByRole("button", { name: "아이디 찾기" }).click();
  await expect(main.getByLabel("아이디", { exact: true })).toHaveText(person.userId);
};

test(
  "who forgot everything finds the id, comes in with a temporary password, and goes on with a new one",
  { tag: "@once" },
  async ({ page, openSession }) => {
    const { shell, login } = screensOf(page);
    const main = page.getByRole("main");
    const person = makePerson("잊은");
    await register(await openSession(), person);
    await shell.page.goto("/login");
    await main.getByRole("link", { name: "아이디/비밀번호 찾기" }).click();
    await expectAccessible(page, "/find-account");
    await recover(page, person);
    // Known fields are filled in.
    await main.getByRole("button", { name: "비밀번호 재설정" }).click();
    await main.getByRole("button", { name: "임시 비밀번호 받기" }).click();
    const password = (await main.getByLabel("임시 비밀번호", { exact: true }).textContent()) ?? "";
    expect(password).toHaveLength(8);
    await main.getByRole("link", { name: "로그인하러 가기" }).click();
    await login.signIn({ userId: person.userId, password });

    // Wherever they go, there is nothing but the new password.
    await expect(shell.heading("비밀번호 변경")).toBeVisible();
    await page.goto("/market");
    await expect(shell.heading("비밀번호 변경")).toBeVisible();
    await expectAccessible(page, "the change of a temporary password");
    await field(main, "임시 비밀번호").fill(password);
    await field(main, "새 비밀번호").fill("Again!2027");
    await field(main, "새 비밀번호 확인").fill("Again!2027");
    await main.getByRole("button", { name: "변경하기" }).click();
    await expect(shell.heading("마켓")).toBeVisible();
    await page.goto("/logout");
    await expect(page).toHaveURL("/");
    await page.goto("/login");
    await login.signIn({ userId: person.userId, password: "Again!2027" });
    await shell.expectSignedIn(person);
  },
);

test(
  "every page of information is a few presses away, and a talk with the administrators begins there",
  { tag: "@once" },
  async ({ page, context }) => {
    const { shell } = screensOf(page);
    const main = page.getByRole("main");
    const footer = page.getByRole("navigation", { name: "바닥글 메뉴" });
    await register(context.request, makePerson("묻는"));
    await page.goto("/");
    await footer.getByRole("link", { name: "이용약관" }).click();
    await expect(shell.heading("이용약관")).toBeVisible();
    await expect(main.getByText("2025-08-04")).toBeVisible();
    await expectAccessible(page, "/terms");
    await main.getByText("목차", { exact: true }).click();
    await main.getByRole("navigation", { name: "목차" }).getByRole("link", { name: /환불/ }).click();
    await expect(page).toHaveURL("/terms#refund");
    await expect(main.getByRole("heading", { name: /청약철회와 환불/ })).toBeInViewport();
    await footer.getByRole("link", { name: "개인정보처리방침" }).click();
    await expect(shell.heading("개인정보처리방침")).toBeVisible();
    await expect(main.getByText("2025-08-07")).toBeVisible();
    await main.getByRole("link", { name: "홈으로 돌아가기" }).first().click();
    await expect(page).toHaveURL("/");

    for (const [old, present] of [
      ["/privacy", "/privacy-policy"],
      ["/auth/login", "/login"],
    ] as const) {
      await page.goto(old);
      await expect(page).toHaveURL(present);
    }
    await page.goto("/customer-service");
    await expect(shell.heading("고객센터")).toBeVisible();
    await footer.getByRole("link", { name: "고객센터" }).click();
    await expect(page).toHaveURL("/support");
    await expectAccessible(page, "/support");
    await main.getByRole("link", { name: "질문 보기" }).click();
    await expect(shell.heading("자주 묻는 질문")).toBeVisible();
    await main.getByRole("searchbox").fill("환불 요청");
    await main.getByRole("button", { name: "환불은 어떻게 요청하나요?" }).click();
    await expect(page).toHaveURL("/faq#refund");
    await expectAccessible(page, "/faq");
    await main.getByRole("link", { name: "환불 문의하기" }).click();

    await expect(shell.heading("관리자 문의")).toBeVisible();
    await main.getByLabel("제목 (선택)").fill("환불 요청");
    await field(main, "내용").fill("주문을 취소하고 싶어요");
    await main.getByRole("button", { name: "대화 시작하기" }).click();
    await expect(main.getByText("주문을 취소하고 싶어요")).toBeVisible();
    await main.getByRole("textbox", { name: "메시지" }).fill("아직 내려받지 않았어요");
    await main.getByRole("textbox", { name: "메시지" }).press("Enter");
    await expect(main.getByText("아직 내려받지 않았어요")).toBeVisible();
    await expect(main.getByText("보냄").last()).toBeVisible();
    await expectAccessible(page, "/user-admin-chats");
    await page.reload();
    await expect(main.getByText("아직 내려받지 않았어요")).toBeVisible();
    await main.getByRole("link", { name: "고객센터로" }).click();
    await expect(page).toHaveURL("/support");
  },
);
