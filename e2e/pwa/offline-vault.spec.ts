import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { api } from "@knowhow/shared";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, registerSeller, takeFree } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { sha256 } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";
import { untilInCharge } from "../support/worker.ts";

test.use({ expected: [/net::(ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK_CHANGED)/] });

const megabyte = 1024 * 1024;

/** A PDF of some 11 MB, so that it comes in three parts, with words on each page. */
const makeLargePdf = async () => {
  const document = new PDFDocument({ size: "A4" });
  const bytes = buffer(document);
  for (let page = 1; page <= 4; page += 1) {
    const side = 1_700;
    const noise = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
    if (page > 1) document.addPage();
    document
      .fontSize(20)
      .text(`Chapter ${page}`)
      .image(await noise.jpeg({ quality: 92 }).toBuffer(), { width: 300 });
  }
  document.end();
  return { name: "큰 책.pdf", mimeType: "application/pdf", buffer: await bytes };
};

test("a bought file is kept with a pause and a cut, is searched and read without a network, and goes when it is told to", async ({
  page,
  context,
  openBrowser,
  openSession,
}) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const file = await makeLargePdf();
  expect(file.buffer.length).toBeGreaterThan(8 * megabyte);
  const { id } = await createContent(seller, { title: `기차에서 읽을 책 ${mark()}`, price: 0, file });
  const buyer = makePerson("구매자");
  await register(context.request, buyer);
  await takeFree(context.request, { id });
  await page.goto(`/content/${id}`);
  await untilInCharge(page);

  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  const limit = (downloadThroughput: number) =>
    client.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    });
  const main = page.getByRole("main");
  const keeping = main.getByRole("switch", { name: "이 기기에 보관" });
  await expect(keeping).not.toBeChecked();
  await limit(1.5 * megabyte);
  await keeping.click();
  await expect(keeping).toBeChecked();
  await expect(main.getByText(/^받는 중 · [1-9]\d?% · /)).toBeVisible();
  await main.getByRole("button", { name: "일시정지" }).click();
  await expect(main.getByText(/^일시정지됨 · /)).toBeVisible();
  await expectAccessible(page, "a file on its way to the device");
  await page.reload();
  await expect(main.getByText(/^일시정지됨 · [1-9]/)).toBeVisible();
  await main.getByRole("button", { name: "계속 받기" }).click();
  await context.setOffline(true);
  await expect(main.getByText(/^연결되면 이어서 받아요/)).toBeVisible();
  await context.setOffline(false);
  await expect(main.getByText(/^기기에 저장되어 연결이 없어도 볼 수 있어요 · /)).toBeVisible({
    timeout: 90_000,
  });

  /** Whether any stored part shows the head of a PDF, and how many there are. */
  const stored = () =>
    page.evaluate(async () => {
      const [name = ""] = (await indexedDB.databases()).flatMap((one) =>
        one.name?.startsWith("knowhow:") ? [one.name] : [],
      );
      if (name === "") return undefined;
      const opening = indexedDB.open(name);
      await new Promise((resolve) => {
        opening.addEventListener("success", resolve);
      });
      const reading = opening.result.transaction("vaultParts").objectStore("vaultParts").getAll();
      await new Promise((resolve) => {
        reading.addEventListener("success", resolve);
      });
      opening.result.close();
      const parts = reading.result as { bytes: ArrayBuffer }[];
      const heads = parts.map(({ bytes }) => new TextDecoder("latin1").decode(bytes).includes("%PDF"));
      return { parts: parts.length, isReadable: heads.includes(true) };
    });
  expect(await stored()).toEqual({
    parts: Math.ceil(file.buffer.length / (4 * megabyte)),
    isReadable: false,
  });

  const library = page.getByRole("region", { name: "이 기기에 보관" });
  const openLibrary = async () => {
    await page.goto("/library");
    await library.getByRole("button", { name: "이 기기에 보관" }).click();
  };
  const searching = page.getByRole("textbox", { name: "구매한 콘텐츠 검색" });
  const hits = page.getByRole("region", { name: "파일 안에서 찾음" });
  await openLibrary();
  await expect(library.getByText(/^보관한 파일 \d+(\.\d)?MB$/)).toBeVisible();
  await searching.fill("chapter3");
  await expect(hits.getByRole("link", { name: /큰 책\.pdf · 3쪽/ })).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, "a library that was searched");

  await context.setOffline(true);
  const cold = await context.newPage();
  await cold.goto(`/read/${id}/0`);
  const numberOf = (where: Page) => where.getByRole("textbox", { name: "쪽 번호, 전체 4쪽" });
  await expect(numberOf(cold)).toHaveValue("1");
  await cold.close();
  // Typed without a network: the text lies on the device.
  await searching.fill("chapter 2");
  await hits.getByRole("link", { name: /큰 책\.pdf · 2쪽/ }).click();
  await expect(numberOf(page)).toHaveValue("2");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("1/1");
  await page.getByRole("button", { name: "다음 쪽" }).click();
  await expect(numberOf(page)).toHaveValue("3");
  await page.getByRole("link", { name: "콘텐츠로 돌아가기" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "큰 책.pdf 다운로드" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("큰 책.pdf");
  expect(sha256(await readFile(await saved.path()))).toBe(sha256(file.buffer));

  await context.setOffline(false);
  await expect
    .poll(
      async () =>
        (await call(context.request, api.reading.get, { params: { contentId: id, index: "0" } })).page,
    )
    .toBe(3);
  const elsewhere = await (await openBrowser()).newPage();
  await elsewhere.goto("/login");
  await screensOf(elsewhere).login.signIn(buyer);
  await expect(elsewhere).toHaveURL("/");
  await elsewhere.goto(`/read/${id}/0`);
  await expect(numberOf(elsewhere)).toHaveValue("3");

  await openLibrary();
  await library.getByRole("button", { name: "관리" }).click();
  const kept = page.getByRole("dialog", { name: "보관한 파일" });
  await kept.getByRole("button", { name: /^기차에서 읽을 책 .* 비우기$/ }).click();
  await expectAccessible(page, "the question before kept files are removed");
  await page.getByRole("button", { name: "비우기", exact: true }).last().click();
  await expect(kept.getByText("이 기기에 보관한 파일이 없어요")).toBeVisible();
  expect(await stored()).toEqual({ parts: 0, isReadable: false });
  await kept.getByRole("button", { name: "닫기" }).click();

  const planning = library.getByRole("switch", { name: /^모두 보관/ });
  await planning.click();
  // This browser does not say over which connection it goes.
  await library.getByRole("button", { name: "이 연결로 받기" }).click();
  await expect(library.getByText(/^하나씩 받는 중 · 파일 1개 중 0개/)).toBeVisible();
  await library.getByRole("button", { name: "일시정지" }).click();
  await expect(library.getByText(/^일시정지됨 · 파일 1개 중 0개/)).toBeVisible();
  await expectAccessible(page, "a library that is kept");
  await library.getByRole("button", { name: "계속 받기" }).click();
  await limit(-1);
  await expect(library.getByText(/^모두 보관했어요/)).toBeVisible({ timeout: 60_000 });

  await page.goto("/logout");
  await expect(page).toHaveURL("/");
  await expect.poll(stored).toBeUndefined();
});
