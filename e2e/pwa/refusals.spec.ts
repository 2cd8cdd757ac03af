import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, registerSeller, takeFree } from "../support/api.ts";
import { makePdf } from "../support/files.ts";
import { holdOtherCalls, keepCalm } from "../support/calm.ts";
import { makePerson, mark } from "../support/people.ts";
import { api } from "@knowhow/shared";

// Refusals and lost connections are what these tests are about.
test.use({ expected: [/status of (401 \(Unauthorized\)|404 \(Not Found\))|net::ERR_/] });

test(
  "a download after the session ran out leads to the login and back, and is no file",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const { shell, content, login } = screensOf(page);
    const seller = await openSession();
    await register(seller, makePerson("멘토"));
    const file = await makePdf("산책 지도.pdf");
    const { id, title } = await createContent(seller, { title: `지도 ${mark()}`, price: 0, file });
    const buyer = makePerson("구매자");
    await register(context.request, buyer);
    await takeFree(context.request, { id });
    await keepCalm(page);
    await page.goto(`/content/${id}`);
    await shell.expectSignedIn(buyer);
    const saved: string[] = [];
    page.on("download", (download) => saved.push(download.suggestedFilename()));
    const link = shell.main.getByRole("link", { name: `${file.name} 다운로드` });
    await expect(link).toBeVisible();

    await holdOtherCalls(page, (request) => request.url().includes("/api/download/"));
    await context.clearCookies();
    await link.click();
    await shell.expectToast("로그인이 끝났어요");
    await shell.toast.getByRole("button", { name: "로그인" }).click();
    await login.signIn(buyer);
    await expect(page).toHaveURL(`/content/${id}`);
    await expect(content.heading(title)).toBeVisible();

    await context.setOffline(true);
    await link.click();
    await shell.expectToast("인터넷에 연결되어 있지 않습니다");
    await context.setOffline(false);
    expect(saved).toEqual([]);
    const download = page.waitForEvent("download");
    await link.click();
    expect((await download).suggestedFilename()).toBe(file.name);
  },
);

test(
  "a screen whose file was lost on the way comes by itself when the network is back, or by its button",
  { tag: "@once" },
  async ({ page, context }) => {
    const { shell } = screensOf(page);
    await page.goto("/");
    await expect(shell.heading(/./)).toBeVisible();
    await context.setOffline(true);
    await shell.goTo("market");
    await expect(shell.heading("화면을 불러오지 못했습니다")).toBeVisible();
    await context.setOffline(false);
    await expect(shell.heading("마켓")).toBeVisible();

    const files = "**/assets/LoginScreen-*.js";
    await page.route(files, (route) => route.abort());
    await shell.header.getByRole("link", { name: "로그인" }).click();
    await expect(shell.heading("화면을 불러오지 못했습니다")).toBeVisible();
    await page.unroute(files);
    await shell.main.getByRole("button", { name: "다시 시도" }).click();
    await expect(shell.heading("로그인")).toBeVisible();
  },
);

test(
  "what is deleted while its buyer pays is not charged, and the market keeps saying so",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const { shell, checkout, window } = screensOf(page);
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    const { id } = await createContent(seller, { title: `사라질 자료 ${mark()}` });
    await register(context.request, makePerson("구매자"));
    await page.goto(`/checkout/${id}`);
    await checkout.toWindow();
    // The order is there by then; its total is on the checkout too.
    await expect(window.heading).toBeVisible();
    await call(seller, api.contents.remove, { params: { id } });
    await window.end("결제하기");
    await expect(page).toHaveURL("/market");
    await shell.expectToast("판매가 종료된 콘텐츠입니다.");
    const notice = shell.main.getByRole("note").filter({ hasText: "결제 확인 실패" });
    await expect(notice).toContainText("판매가 종료된 콘텐츠입니다. 결제된 금액은 없어요.");
    await page.reload();
    await expect(notice).toBeVisible();
    await notice.getByRole("button").click();
    await expect(notice).toHaveCount(0);
  },
);
