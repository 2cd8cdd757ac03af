import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, registerSeller } from "../support/api.ts";
import { makePerson, mark } from "../support/people.ts";

const black = "rgb(0, 0, 0)";
const white = "rgb(255, 255, 255)";

/** Holds a dark screen against its print: the text alone, black on white; the screen is as before afterwards. */
const expectPaper = async (page: Page, buttons: readonly RegExp[]): Promise<void> => {
  const { shell } = screensOf(page);
  const pressed = buttons.map((name) =>
    shell.main.getByRole("button", { name }).or(shell.main.getByRole("link", { name })),
  );
  for (const button of pressed) await expect(button).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  for (const ground of ["html", "body"])
    await expect(page.locator(ground)).toHaveCSS("background-color", white);
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  const text = shell.main.locator("h1, dt, dd, [role=note], strong");
  for (const line of await text.all()) {
    await expect(line).toHaveCSS("color", black);
    await expect(line).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  }
  for (const button of pressed) await expect(button).toBeHidden();
  for (const role of ["banner", "navigation", "contentinfo", "button"] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await page.emulateMedia({ colorScheme: "dark", media: "screen" });
  await expect(page.locator("html")).not.toHaveCSS("background-color", white);
  await expect(shell.header).toBeVisible();
};

test(
  "a receipt and a statement are printed black on white, without bars and buttons",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const { shell, checkout, window, receipt } = screensOf(page);
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    const { id, title } = await createContent(seller, { title: `인쇄할 노트 ${mark()}` });
    await register(context.request, makePerson("구매자"));
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(`/checkout/${id}`);
    await checkout.toWindow();
    await window.end("결제하기");
    await receipt.expectPaid(title, "10,500원");

    await page.goto(`/orders/${await receipt.value("주문번호").innerText()}`);
    await expect(shell.heading("영수증")).toBeVisible();
    await expectPaper(page, [/구매 내역/, /환불 요청/, /카드 매출전표/]);

    await page.goto("/seller/statement");
    await expect(shell.main.getByText("월초 미지급액")).toBeVisible();
    await expectPaper(page, [/판매 현황/, /인쇄하기/]);
  },
);
