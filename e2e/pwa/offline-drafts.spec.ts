import { writeFile } from "node:fs/promises";
import { api, type DraftForm } from "@knowhow/shared";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, renameContent } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { makePdf, sha256 } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";
import { Proxy } from "../support/proxy.ts";
import { untilInCharge, untilKept } from "../support/worker.ts";

// Without a network, and where a connection is cut, every call fails, and the browser writes so.
test.use({
  expected: [
    /net::(ERR_INTERNET_DISCONNECTED|ERR_FAILED .*subset\.\d+-.*\.woff2$|ERR_NETWORK_CHANGED|ERR_ABORTED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_(CONNECTION|SOCKET)_\w+|ERR_EMPTY_RESPONSE)/,
  ],
});

const megabyte = 1024 * 1024;

/** A text of some size on the disk, no two alike. */
const makeLong = async (name: string, size: number): Promise<{ path: string; bytes: Buffer }> => {
  const line = `${name} ${mark()} 한 줄의 글입니다.\n`;
  const bytes = Buffer.from(line.repeat(Math.ceil(size / Buffer.byteLength(line)))).subarray(0, size);
  const path = test.info().outputPath(name);
  await writeFile(path, bytes);
  return { path, bytes };
};

/** A seller whose device has what it needs to write without a network. */
const begin = async (page: Page, context: BrowserContext) => {
  await register(context.request, makePerson("멘토"));
  await page.goto("/upload");
  await untilInCharge(page);
  await untilKept(page, /DraftsScreen/);
  return screensOf(page);
};

const ownContents = (request: APIRequestContext) =>
  call(request, api.contents.mine, { query: { limit: 50 } });
const storedDrafts = (request: APIRequestContext) => call(request, api.drafts.list, { query: { limit: 50 } });

test("a content with its file is written without a network, waits as a whole, and is published once", async ({
  page,
  context,
}) => {
  const { shell, selling, drafts } = await begin(page, context);
  const title = `비행기에서 쓴 글 ${mark()}`;
  const file = await makePdf("교안.pdf");
  await context.setOffline(true);
  await selling.fill({ title, category: "프로그래밍", description: "구름 위에서 썼어요.", price: 0 });
  await selling.chooseFiles(file);
  await expect(selling.files.getByText(/연결되면 올려요/)).toBeVisible();
  // The last word is kept too, although the page goes at once.
  await selling.fill({ description: "구름 위에서 다 썼어요." });
  await page.reload();
  await expect(page.getByText(/쓴 내용은 이 기기에 저장되고, 등록은 연결되면 진행돼요/)).toBeVisible();
  await expect(selling.form).toContainText("작성하던 내용을 불러왔습니다.");
  await expect(selling.form.getByRole("textbox", { name: "설명" })).toHaveValue("구름 위에서 다 썼어요.");
  await expect(selling.files.getByText("교안.pdf")).toBeVisible();
  await selling.send("연결되면 등록하기");
  await expect(page).toHaveURL("/drafts");
  await shell.expectToast("연결되면 등록할게요");
  await expect(drafts.entry(title)).toContainText("연결되면 등록");
  await expectAccessible(page, "what waits to be published");

  await page.getByRole("button", { name: "보낼 예정 1건" }).click();
  const sheet = page.getByRole("dialog", { name: /보낼 예정/ });
  await expect(sheet.getByRole("listitem")).toContainText(title);
  await sheet.getByRole("button", { name: "닫기" }).click();

  await context.setOffline(false);
  await shell.expectToast("콘텐츠가 등록되었습니다");
  await expect(drafts.entry(title)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "작성 중인 글이 없어요" })).toBeVisible();
  const [content, ...others] = await ownContents(context.request);
  expect([content?.title, others]).toEqual([title, []]);
  const bytes = await (await context.request.get(`/api/download/${content?.id ?? ""}/0`)).body();
  expect(sha256(bytes)).toBe(sha256(file.buffer));
  await page.reload();
  await expect(page.getByRole("heading", { name: "작성 중인 글이 없어요" })).toBeVisible();
  // A copy that was sent while it was published goes as soon as its answer has come.
  await expect.poll(() => storedDrafts(context.request)).toEqual([]);
});

test("several drafts are kept apart, each with the way back into it", async ({ page, context }) => {
  const { selling, drafts } = await begin(page, context);
  await selling.fill({ title: "첫째 글", price: 0 });
  await selling.expectKept();
  // Another tab begins another content.
  const other = await context.newPage();
  const second = screensOf(other);
  await other.goto("/upload");
  await expect(second.selling.form.getByText("작성 중인 글 1개")).toBeVisible();
  await second.selling.fill({ title: "둘째 글", price: 0 });
  await second.selling.expectKept();
  await other.close();

  await page.goto("/drafts");
  await expect(drafts.list.getByRole("heading")).toHaveText(["둘째 글", "첫째 글"]);
  await drafts.goOn("첫째 글");
  await expect(selling.form.getByRole("textbox", { name: "제목" })).toHaveValue("첫째 글");
  // Begun anew without a network, while the same draft is open in another tab: all three are kept.
  const third = await context.newPage();
  const beside = screensOf(third);
  await third.goto("/drafts");
  await beside.drafts.goOn("첫째 글");
  await context.setOffline(true);
  await selling.form.getByRole("button", { name: "새로 작성" }).click();
  await expect(selling.form.getByRole("textbox", { name: "제목" })).toHaveValue("");
  await selling.fill({ title: "셋째 글" });
  await selling.expectKept();
  await beside.selling.fill({ description: "첫째 글의 설명" });
  await beside.selling.expectKept();
  await third.close();
  await context.setOffline(false);

  await page.goto("/drafts");
  await expect(drafts.list.getByRole("heading")).toHaveCount(3);
  for (const title of ["첫째 글", "둘째 글", "셋째 글"]) await expect(drafts.entry(title)).toBeVisible();
  await expect
    .poll(async () => (await storedDrafts(context.request)).map(({ title }) => title).sort())
    .toEqual(["둘째 글", "셋째 글", "첫째 글"]);
  await drafts.delete("첫째 글");
  await page.reload();
  await expect(drafts.list.getByRole("heading")).toHaveText(["셋째 글", "둘째 글"]);
});

test("one draft in two tabs is one draft: each shows what the other writes", async ({ page, context }) => {
  const { selling, drafts } = await begin(page, context);
  await selling.fill({ title: "두 탭의 글" });
  await selling.expectKept();
  const other = await context.newPage();
  const second = screensOf(other);
  await other.goto("/drafts");
  await second.drafts.goOn("두 탭의 글");
  await second.selling.fill({ description: "둘째 탭에서 쓴 설명" });
  await expect(selling.form.getByRole("textbox", { name: "설명" })).toHaveValue("둘째 탭에서 쓴 설명");
  await context.setOffline(true);
  await second.selling.chooseFiles(await makePdf("둘째 탭.pdf"));
  await expect(selling.files.getByText("둘째 탭.pdf")).toBeVisible();
  await selling.fill({ title: "두 탭에서 고친 글", category: "프로그래밍", price: 0 });
  await expect(second.selling.form.getByRole("textbox", { name: "제목" })).toHaveValue("두 탭에서 고친 글");
  await selling.send("연결되면 등록하기");
  await expect(drafts.entry("두 탭에서 고친 글")).toContainText("연결되면 등록");
  // Shown in the other tab, and not taken for a change there.
  await expect(second.selling.form.getByText(/연결되면 등록할 글이에요/)).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await ownContents(context.request)).length).toBe(1);
  const [content] = await ownContents(context.request);
  expect(content).toMatchObject({ title: "두 탭에서 고친 글", description: "둘째 탭에서 쓴 설명" });
  expect(content?.fileNames).toEqual(["둘째 탭.pdf"]);
  await other.close();
});

/** Beside a slow connection that can be cut: the browser's own would let the rest through as it is changed. */
const slowTest = test.extend<{ slowProxy: Proxy }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads from this pattern what a fixture needs
  slowProxy: async ({}, use) => {
    const proxy = await Proxy.open(Number(process.env.E2E_PORT), 2 * megabyte);
    await use(proxy);
    proxy.close();
  },
  baseURL: async ({ slowProxy }, use) => use(slowProxy.url),
});

slowTest(
  "an upload goes on where it was cut off, and can be held back and taken off",
  async ({ page, context, slowProxy: proxy }) => {
    const { selling } = await begin(page, context);
    const offsets: number[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
    });
    const file = await makeLong("긴 글.txt", 24 * megabyte);
    await selling.fill({ title: `끊긴 글 ${mark()}`, category: "생활/꿀팁", description: "설명", price: 0 });
    await selling.chooseFileAt(file.path);
    await expect(selling.files.getByText(/^\d+% · .*\/s · .* 남음$/)).toBeVisible();
    await expect.poll(() => proxy.sent).toBeGreaterThan(2 * megabyte);
    await context.setOffline(true);
    proxy.cut();
    await expect(selling.files.getByText(/연결되면 올려요/)).toBeVisible();
    proxy.mend();
    await context.setOffline(false);
    await selling.files.getByRole("button", { name: "긴 글.txt 업로드 일시정지" }).click();
    const resume = selling.files.getByRole("button", { name: "긴 글.txt 업로드 계속" });
    await expect(resume).toBeFocused();
    await expect(selling.files.getByText(/^일시정지됨/)).toBeVisible();
    const held = offsets.length;
    // The form reaches the server later than more of the file would have.
    await selling.fill({ description: "아직 쓰는 설명" });
    await expect
      .poll(async () => (await storedDrafts(context.request)).map(({ description }) => description))
      .toEqual(["아직 쓰는 설명"]);
    expect(offsets).toHaveLength(held);
    proxy.bytesPerSecond = Infinity;
    await resume.click();
    await expect(selling.files.getByRole("button", { name: "긴 글.txt 제거" })).toBeVisible();
    expect(Math.max(...offsets)).toBeGreaterThan(megabyte);

    proxy.bytesPerSecond = megabyte / 2;
    await selling.chooseFileAt((await makeLong("다른 글.txt", 4 * megabyte)).path);
    await selling.files.getByRole("button", { name: "다른 글.txt 업로드 취소" }).click();
    await expect(selling.files.getByText("다른 글.txt")).toHaveCount(0);
    proxy.bytesPerSecond = Infinity;
    await selling.send("등록하기");
    await expect(page).toHaveURL("/market");
    const [content] = await ownContents(context.request);
    const bytes = await (await context.request.get(`/api/download/${content?.id ?? ""}/0`)).body();
    expect(sha256(bytes)).toBe(sha256(file.bytes));
  },
);

test("what was changed elsewhere meanwhile is kept beside one's own", async ({ page, context }) => {
  const { selling, drafts } = await begin(page, context);
  const sold = await createContent(context.request, { title: `함께 고친 글 ${mark()}`, price: 0 });
  await page.goto(`/edit-content/${sold.id}`);
  await selling.fill({ description: "내가 쓴 설명" });
  await selling.expectKept();
  await page.goto("/drafts");
  const { title } = sold;
  await renameContent(context.request, sold, `${title} 다른 곳`);
  await drafts.goOn(title);
  await expect(selling.form.getByText("다른 곳에서 먼저 수정되었습니다")).toBeVisible();
  await selling.form.getByRole("button", { name: "최신 내용 불러오기" }).click();
  await selling.form.getByRole("button", { name: "최신 제목 쓰기" }).click();
  await selling.send("수정하기");
  await expect(page).toHaveURL("/");
  const saved = await call(context.request, api.contents.get, {
    params: { id: sold.id },
    query: { peek: "1" },
  });
  expect([saved.title, saved.description]).toEqual([`${title} 다른 곳`, "내가 쓴 설명"]);

  // A draft that another device has changed.
  await page.goto("/upload");
  await selling.fill({ title: "두 기기의 글", price: 0 });
  await expect.poll(async () => (await storedDrafts(context.request)).length).toBe(1);
  const [stored] = await storedDrafts(context.request);
  if (!stored) throw new Error("The draft is not with the server.");
  await page.goto("/drafts");
  await context.setOffline(true);
  await drafts.goOn("두 기기의 글");
  await selling.fill({ title: "이 기기의 글" });
  await selling.expectKept();
  const body: DraftForm = { ...stored, title: "다른 기기의 글" };
  await call(context.request, api.drafts.save, { params: { id: stored.id }, body });
  await page.goto("/drafts");
  await context.setOffline(false);
  await expect(drafts.entry("다른 기기의 글")).toBeVisible();
  await expect(drafts.entry("이 기기의 글")).toContainText("다른 기기에서 바뀌어 따로 보관");
});

test("a device without room loses nothing, and says what to do", async ({ page, context, baseURL }) => {
  const client = await context.newCDPSession(page);
  // Before anything is written: the browser asks for its room only now and then.
  await client.send("Storage.overrideQuotaForOrigin", { origin: baseURL ?? "", quotaSize: 14 * megabyte });
  const { shell, selling, drafts } = await begin(page, context);
  const { path } = await makeLong("큰 글.txt", 20 * megabyte);
  await selling.fill({ title: "자리가 없는 글", category: "생활/꿀팁", description: "설명", price: 0 });
  await selling.expectKept();
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 10 * megabyte,
  });
  await selling.chooseFileAt(path);
  await shell.expectToast("기기에 저장 공간이 부족합니다");
  await expect(selling.files.getByText(/업로드가 끝날 때까지 이 창을 닫지 마세요/)).toBeVisible();
  // The file is uploaded from the page's memory.
  await expect(selling.files.getByRole("button", { name: "큰 글.txt 제거" })).toBeVisible();
  await page.reload();
  await expect(selling.form.getByRole("textbox", { name: "제목" })).toHaveValue("자리가 없는 글");
  await expect(selling.files.getByRole("button", { name: "큰 글.txt 제거" })).toBeVisible();
  await page.goto("/drafts");
  await expect(drafts.entry("자리가 없는 글")).toContainText("임시 저장");
  await expect(drafts.storage).toContainText("작성 중인 글의 파일");
  await expectAccessible(page, "the room on the device");
});
