import { readFile } from "node:fs/promises";
import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, registerSeller, takeFree } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { makePdf, makeText } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";
import { swipe } from "../support/touch.ts";

test.describe("reading in the app", () => {
  test.use({ expected: [/net::(ERR_INTERNET_DISCONNECTED|ERR_FAILED)/] });

  test("a PDF is read by pages, searched, and goes on at the same page in another browser", async ({
    page,
    context,
    isMobile,
    openBrowser,
    openSession,
  }) => {
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    const file = await makePdf("네 쪽.pdf");
    const { id } = await createContent(seller, { title: `읽을 자료 ${mark()}`, price: 0, file });
    const buyer = makePerson("구매자");
    await register(context.request, buyer);
    await takeFree(context.request, { id });

    await page.goto(`/content/${id}`);
    await page.getByRole("link", { name: "네 쪽.pdf 읽기" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "네 쪽.pdf" })).toBeVisible();
    const number = page.getByRole("textbox", { name: "쪽 번호, 전체 4쪽" });
    await expect(number).toHaveValue("1");
    await expectAccessible(page, "reader of a PDF");

    await page.getByRole("button", { name: "찾기", exact: true }).click();
    await page.getByRole("textbox", { name: "이 파일에서 찾기" }).fill("Chapter 2");
    await expect(page.getByRole("search").getByRole("status")).toHaveText("1/1");
    await expect(number).toHaveValue("3");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("search")).toHaveCount(0);

    await page.getByRole("button", { name: "쪽 목록" }).click();
    await page.getByRole("dialog", { name: "쪽 목록" }).getByRole("button", { name: "2쪽" }).click();
    await expect(number).toHaveValue("2");
    await page.getByRole("button", { name: "다음 쪽" }).click();
    await expect(number).toHaveValue("3");
    if (isMobile) await swipe(page, [300, 400], [100, 410]);
    else await page.getByRole("button", { name: "다음 쪽" }).click();
    await expect(number).toHaveValue("4");
    await expect
      .poll(
        async () =>
          (await call(context.request, api.reading.get, { params: { contentId: id, index: "0" } })).page,
      )
      .toBe(4);

    const elsewhere = await openBrowser();
    const other = await elsewhere.newPage();
    await other.goto("/login");
    await screensOf(other).login.signIn(buyer);
    await expect(other).toHaveURL("/");
    await other.goto(`/read/${id}/0`);
    await expect(other.getByRole("textbox", { name: "쪽 번호, 전체 4쪽" })).toHaveValue("4");
  });

  test(
    "a sentence of the summary leads to its page, where it is marked over the end of its line",
    { tag: "@once" },
    async ({ page, context, openSession }) => {
      const { assistant } = screensOf(page);
      const seller = await openSession();
      await registerSeller(seller, makePerson("멘토"));
      const path = new URL("../../packages/server/demo/files/stock-trade-journal.pdf", import.meta.url);
      const file = { name: "복기하는 법.pdf", mimeType: "application/pdf", buffer: await readFile(path) };
      const { id } = await createContent(seller, { title: `복기 ${mark()}`, price: 0, file });
      await register(context.request, makePerson("구매자"));
      await takeFree(context.request, { id });
      await page.goto(`/content/${id}`);
      await assistant.openSummary.click();
      // Its line ends within "번 것": without a blank in the summary, with one in the search.
      const sentence = assistant.summary.getByRole("listitem").filter({ hasText: "이유가 틀리고 번것" });
      await sentence.getByRole("link", { name: "복기하는 법.pdf, 2쪽" }).click();
      await expect(page.getByRole("textbox", { name: /^쪽 번호/ })).toHaveValue("2");
      const status = page.getByRole("search").getByRole("status");
      await expect(status).toHaveText("1/1");
      await expect(page.getByRole("region", { name: "문서" }).locator(".highlight").first()).toBeVisible();
      const words = page.getByRole("textbox", { name: "이 파일에서 찾기" });
      await words.fill("없는 말");
      await expect(status).toHaveText("없음");
      await words.fill("이유가 틀리고 번 것");
      await expect(status).toHaveText(/^\d+\/\d+$/);
    },
  );

  test("a text keeps its place without a network and sends it once there is one", async ({
    page,
    context,
    openSession,
  }) => {
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    const lines = Array.from({ length: 200 }, (_, index) => `${index + 1}번째 문단은 여기에 있어요.`);
    const { id } = await createContent(seller, {
      title: `읽을 글 ${mark()}`,
      price: 0,
      file: makeText("긴 글.txt", ...lines),
    });
    await register(context.request, makePerson("구매자"));
    await takeFree(context.request, { id });
    const input = { params: { contentId: id, index: "0" } };
    const positionKept = async () => (await call(context.request, api.reading.get, input)).position;

    await page.goto(`/content/${id}`);
    await page.getByRole("link", { name: "긴 글.txt 읽기" }).click();
    const text = page.getByRole("region", { name: "문서" });
    await expect(text.getByText("1번째 문단은 여기에 있어요.", { exact: false }).first()).toBeVisible();
    await expectAccessible(page, "reader of a text");
    await page.getByRole("button", { name: "찾기", exact: true }).click();
    await page.getByRole("textbox", { name: "이 파일에서 찾기" }).fill("100번째");
    await expect(page.getByRole("search").getByRole("status")).toHaveText("1/1");
    await expect.poll(positionKept).toBeGreaterThan(0.3);
    const before = await positionKept();
    await page.getByRole("button", { name: "찾기 닫기" }).click();

    await context.setOffline(true);
    await text.evaluate((box) => {
      box.scrollTop = box.scrollHeight;
    });
    // Left before there is a network again.
    await page.getByRole("link", { name: "콘텐츠로 돌아가기" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /읽을 글/ })).toBeVisible();
    expect(await positionKept()).toBe(before);
    await context.setOffline(false);
    await expect.poll(positionKept).toBeGreaterThan(before);
  });
});
