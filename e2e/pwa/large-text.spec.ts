import { api } from "@knowhow/shared";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { call, createContent, payFor, register, registerSeller, takeFree } from "../support/api.ts";
import { makePdf, makeText } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";

// An address that the app does not have is answered with 404, with the page.
test.use({ expected: [/status of 404 \(Not Found\) \/nowhere$/] });

/** Narrow phones, and the sizes that people set their text to. */
const widths = [320, 390] as const;
const sizes = ["100%", "150%", "200%"] as const;
const height = 844;
/** The share of the screen that is left to what scrolls, beside bars that stay. */
const freeShare = 0.6;

/** Excess over a screen of that width: of the page in px, of cards and buttons by their first words. */
const excessOf = (page: Page, width: number): Promise<{ page: number; parts: string[] }> =>
  page.evaluate(
    (wide) => ({
      page: Math.max(document.documentElement.scrollWidth, window.innerWidth) - wide,
      // A card cuts its excess off; a button's lies on its neighbours.
      parts: [...document.querySelectorAll<HTMLElement>("main :is(.MuiCard-root, .MuiButton-root)")]
        // Icons stand out of their buttons by some px.
        .filter((part) => part.scrollWidth > part.clientWidth + 4)
        .map((part) => part.innerText.slice(0, 40)),
    }),
    width,
  );

/** The share of the screen's height that no fixed bar takes; the reader's bars stand above and below its document. */
const freeShareOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const file = document.querySelector("[role=region][aria-label=문서]");
    if (file) return file.clientHeight / window.innerHeight;
    const middle = window.innerWidth / 2;
    const taken = Array.from({ length: window.innerHeight }, (_, y) => {
      let at = document.elementFromPoint(middle, y);
      while (at && !/fixed|sticky/u.test(getComputedStyle(at).position)) at = at.parentElement;
      return at !== null;
    });
    return taken.filter((isTaken) => !isTaken).length / window.innerHeight;
  });

const expectFits = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  if (path.startsWith("/read/"))
    await expect(page.getByRole("region", { name: "문서", exact: true })).toBeVisible();
  for (const width of widths)
    for (const size of sizes) {
      await page.setViewportSize({ width, height });
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      const message = `${path} at ${width} px, ${size}`;
      await expect.poll(() => excessOf(page, width), { message }).toEqual({ page: 0, parts: [] });
      await expect.poll(() => freeShareOf(page), { message }).toBeGreaterThan(freeShare);
    }
};

test(
  "nothing sticks out at the side of a narrow phone, however large the text and long the name",
  { tag: "@once" },
  async ({ page, context, openSession, openBrowser }) => {
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    const { id } = await createContent(seller, {
      title: `사진 보정 순서 ${mark()}`,
      category: "programming",
      price: 1_000_000,
    });
    const visitor = await (await openBrowser()).newPage();
    for (const path of [`/content/${id}`, "/login", "/register"]) await expectFits(visitor, path);

    await register(context.request, { ...makePerson(), nickname: `W${mark()}`.padEnd(20, "W") });
    for (const path of [
      `/content/${id}`,
      `/checkout/${id}`,
      "/payment-fail",
      "/market",
      "/seller/statement",
      "/nowhere",
    ])
      await expectFits(page, path);
    const bar = page.getByRole("navigation", { name: "빠른 메뉴" });
    await expect(bar.getByRole("link", { name: "홈" })).toBeInViewport({ ratio: 1 });
    // A name cut short on the screen is whole for screen readers.
    await expect(page.getByRole("banner").getByRole("link", { name: /^W.*W님$/ })).toBeVisible();
  },
);

test(
  "what a member has and reads fits a narrow phone, however large the text and long the names",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const seller = await openSession();
    const mentor = { ...makePerson(), nickname: `M${mark()}`.padEnd(20, "M") };
    await registerSeller(seller, mentor);
    await call(seller, api.accounts.updateProfile, { body: { ...mentor, showsSales: true } });
    const pdf = await createContent(seller, {
      title: `띄어쓰기없이아주긴제목이여기에있습니다 ${mark()}`,
      price: 0,
      file: await makePdf("띄어쓰기없이아주긴파일이름이여기에있습니다.pdf"),
    });
    const text = await createContent(seller, {
      title: `읽을 글 ${mark()}`,
      price: 0,
      category: "programming",
      file: makeText("정리.txt", "# 제목", "| 갈래 | 보기 |", `https://example.com/${"a".repeat(120)}`),
    });
    const paid = await createContent(seller, { title: `환불되는 자료 ${mark()}`, price: 300_000 });
    await registerSeller(context.request, { ...makePerson(), nickname: `W${mark()}`.padEnd(20, "W") });
    await takeFree(context.request, pdf);
    await takeFree(context.request, text);
    await payFor(context.request, paid);
    await call(context.request, api.wishes.add, { params: { id: paid.id } });
    await call(context.request, api.mentors.follow, { params: { id: paid.sellerId } });
    const own = await createContent(context.request, { title: `내 자료 ${mark()}`, price: 300_000 });
    await payFor(seller, own);

    for (const [path, shown] of [
      ["/", /콘텐츠/],
      [`/mentors/${paid.sellerId}`, mentor.nickname],
      ["/wishes", paid.title],
      ["/library", paid.title],
      ["/seller", "285,000원"],
      ["/upload", "기본 정보"],
      ["/chat", paid.title],
      [`/read/${pdf.id}/0`, "Chapter 1"],
      [`/read/${text.id}/0`, "갈래"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("main").getByText(shown).first()).toBeVisible();
      await expectFits(page, path);
    }
  },
);
