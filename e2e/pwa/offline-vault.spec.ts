import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { expect, test } from "../fixtures.ts";
import { createContent, register, registerSeller, takeFree } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
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

test("a bought file is kept with a pause and a cut, opens cold without a network, and goes at the sign-out", async ({
  page,
  context,
  openSession,
}) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const file = await makeLargePdf();
  expect(file.buffer.length).toBeGreaterThan(8 * megabyte);
  const { id } = await createContent(seller, { title: `기차에서 읽을 책 ${mark()}`, price: 0, file });
  await register(context.request, makePerson("구매자"));
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

  await context.setOffline(true);
  const cold = await context.newPage();
  await cold.goto(`/read/${id}/0`);
  const number = cold.getByRole("textbox", { name: "쪽 번호, 전체 4쪽" });
  await expect(number).toHaveValue("1");
  await cold.getByRole("button", { name: "찾기", exact: true }).click();
  await cold.getByRole("textbox", { name: "이 파일에서 찾기" }).fill("Chapter 3");
  await expect(cold.getByRole("search").getByRole("status")).toHaveText("1/1");
  await expect(number).toHaveValue("3");
  await context.setOffline(false);
  await cold.close();

  await page.goto("/logout");
  await expect(page).toHaveURL("/");
  await expect.poll(stored).toBeUndefined();
});
