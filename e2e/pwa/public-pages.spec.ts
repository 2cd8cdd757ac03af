import { amountsOf, api, formatBuyerPrice } from "@knowhow/shared";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { administrator, makeAdministrator } from "../support/administrator.ts";
import { call, createContent, registerSeller } from "../support/api.ts";
import { makePreview } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";

/** Holds the app's modules back until the test releases them; the page's first script is no module. */
const holdModules = async (page: Page): Promise<() => void> => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/(?!view-)[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
};

/** Paths of the calls that a page makes, without those for pictures. */
const callsOf = (page: Page): string[] => {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && request.resourceType() !== "image") calls.push(pathname);
  });
  return calls;
};

const expectTakenOver = (page: Page): Promise<void> =>
  expect(page.locator("#root")).not.toHaveAttribute("data-rendered");

test("home, market, a content and its mentor are read without any script", async ({
  browser,
  openSession,
}) => {
  const seller = await openSession();
  const mentor = makePerson("멘토");
  await registerSeller(seller, mentor);
  const content = await createContent(seller, {
    title: `<b>글로 온</b> & "노트" $& </script> ${mark()}`,
    description: "**굵은** 소개와 [바깥](https://example.com/a) <script>alert(1)</script>",
    previews: [await makePreview("표지.png")],
  });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "마켓 둘러보기" }).first().click();
  await expect(page).toHaveTitle("마켓 | 노하우");
  const readThing = async (): Promise<unknown> =>
    JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
  const market = await readThing();
  expect(market).toMatchObject({ "@type": "ItemList" });
  expect(market).toHaveProperty(
    "itemListElement",
    expect.arrayContaining([expect.objectContaining({ name: content.title })]),
  );
  await page.getByRole("link", { name: content.title }).first().click();
  await expect(page).toHaveTitle(`${content.title} | 노하우`);
  await expect(page.getByRole("heading", { level: 1, name: content.title })).toBeVisible();
  await expect(page.getByText(formatBuyerPrice(content.price)).first()).toBeVisible();
  await expect(page.getByRole("img", { name: `${content.title} 미리보기 1` })).toBeVisible();
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
    "content",
    `${content.title} | 노하우`,
  );
  const plain = "굵은 소개와 바깥 <script>alert(1)</script>";
  await expect(page.locator('meta[property="og:description"]')).toHaveAttribute("content", plain);
  await expect(page.locator("strong", { hasText: "굵은" })).toBeVisible();
  await expect(page.getByRole("link", { name: "바깥" })).toHaveAttribute("rel", "nofollow noopener ugc");
  const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect((await context.request.get(picture ?? "")).headers()["content-type"]).toBe("image/webp");
  const thing = await readThing();
  expect(thing).toMatchObject({
    "@type": "Product",
    name: content.title,
    description: plain,
    offers: { price: amountsOf(content.price).totalAmount, priceCurrency: "KRW" },
  });
  expect(thing).not.toHaveProperty("aggregateRating");
  await page.getByRole("link", { name: mentor.nickname }).first().click();
  await expect(page).toHaveTitle(`${mentor.nickname} 멘토 | 노하우`);
  await expect(page.getByRole("heading", { level: 1, name: mentor.nickname })).toBeVisible();
  await expect(page.getByRole("link", { name: content.title }).first()).toBeVisible();
  // Without a picture of the mentor's own.
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute("content", picture ?? "");
  await context.close();
});

/** Programs that read links for previews, as they name themselves. */
const linkReaders = [
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Twitterbot/1.0",
  "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984",
];

/** The words of a page as it is served; each has to be there once, or the readers choose. */
const readHead = (html: string) => {
  // Pictures in the body have titles too.
  const [head = ""] = html.split("</head>");
  const only = (pattern: RegExp): string => {
    const [first, ...others] = [...head.matchAll(pattern)].map(([, value = ""]) => value);
    expect(others, String(pattern)).toEqual([]);
    return first ?? "";
  };
  return {
    title: only(/<title>([^<]*)<\/title>/g),
    ogTitle: only(/<meta property="og:title" content="([^"]*)"/g),
    description: only(/<meta name="description" content="([^"]*)"/g),
    ogDescription: only(/<meta property="og:description" content="([^"]*)"/g),
    canonical: only(/<link rel="canonical" href="([^"]*)"/g),
    ogUrl: only(/<meta property="og:url" content="([^"]*)"/g),
    image: only(/<meta property="og:image" content="([^"]*)"/g),
    thing: JSON.parse(only(/<script type="application\/ld\+json">([^<]*)<\/script>/g)) as unknown,
  };
};

test("programs that read links find each page's own words and picture, and nothing that is off the market @once", async ({
  playwright,
  openSession,
}) => {
  const [seller, staff] = [await openSession(), await openSession()];
  const mentor = makePerson("멘토");
  await registerSeller(seller, mentor);
  const put = async (name: string, ...pictures: string[]) =>
    createContent(seller, {
      title: `${name} ${mark()}`,
      // No other test has covers in it.
      category: "template",
      previews: await Promise.all(pictures.map((picture) => makePreview(picture))),
    });
  // The cover of a newer one would stand for category and mentor if it counted. Those that go have none, which the pages of
  // other tests might be showing.
  const [shown, paused, hidden, removed] = [
    await put("보이는 틀", "표지.png"),
    await put("쉬는 틀", "표지.png"),
    await put("숨긴 틀"),
    await put("지운 틀"),
  ];
  await call(seller, api.contents.setState, { params: { id: paused.id }, body: { state: "paused" } });
  await makeAdministrator();
  await call(staff, api.accounts.login, {
    body: { emailOrUserId: administrator.userId, password: administrator.password },
  });
  await call(staff, api.contents.moderate, {
    params: { id: hidden.id },
    body: { state: "hidden", reason: "다른 사람의 자료입니다" },
  });
  await call(seller, api.contents.remove, { params: { id: removed.id } });
  const pages = [
    {
      path: `/content/${shown.id}`,
      title: shown.title,
      description: shown.description,
      thing: { "@type": "Product", name: shown.title },
    },
    {
      path: `/mentors/${shown.sellerId}`,
      title: `${mentor.nickname} 멘토`,
      description: `${mentor.nickname} 멘토의 콘텐츠 1개를 노하우에서 만나보세요.`,
      thing: { "@type": "Person", name: mentor.nickname },
    },
    {
      path: "/market?category=template",
      title: "템플릿/리소스",
      description: "노하우 마켓의 템플릿/리소스 콘텐츠를 만나보세요.",
      thing: {
        "@type": "ItemList",
        name: "노하우 마켓 - 템플릿/리소스",
        // Contents of other tests stand beside it.
        itemListElement: expect.arrayContaining([
          expect.objectContaining({ "@type": "ListItem", name: shown.title }),
        ]),
      },
    },
  ];
  for (const userAgent of linkReaders) {
    const reader = await playwright.request.newContext({ userAgent });
    for (const { path, title, description, thing } of pages) {
      const answer = await reader.get(path);
      expect(answer.status()).toBe(200);
      const html = await answer.text();
      const head = readHead(html);
      expect(head).toMatchObject({
        title: `${title} | 노하우`,
        ogTitle: `${title} | 노하우`,
        description,
        ogDescription: description,
        canonical: answer.url(),
        ogUrl: answer.url(),
        thing: { "@context": "https://schema.org", ...thing },
      });
      const picture = await reader.get(head.image);
      expect(picture.status()).toBe(200);
      expect(picture.headers()["content-type"]).toMatch(/^image\//);
      const { width, height } = await sharp(await picture.body()).metadata();
      // Readers leave out smaller ones.
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(200);
      for (const { id, title: words } of [paused, hidden, removed]) {
        expect(html).not.toContain(id);
        expect(html).not.toContain(words);
      }
    }
    for (const { id, title } of [hidden, removed]) {
      const answer = await reader.get(`/content/${id}`);
      expect(answer.status()).toBe(404);
      const html = await answer.text();
      expect(html).not.toContain(title);
      expect(html).not.toContain('property="og:');
    }
    await reader.dispose();
  }
});

test("the app takes a public page over as it stands, and asks for nothing again", async ({
  page,
  openSession,
}) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const { id } = await createContent(seller, { title: `넘겨받은 노트 ${mark()}` });
  // Only an element of the server's page has the mark.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const main = document.querySelector("main");
      if (!main) return;
      main.dataset["server"] = "";
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
    // Notes of the app on the device prevent hydration.
    window.localStorage.clear();
  });
  const calls = callsOf(page);
  const paths = ["/", "/market?category=all", "/market?category=stock", `/content/${id}`, "/market"];
  for (const path of paths) {
    const release = await holdModules(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    // Once so much of the page has arrived.
    await page.waitForFunction(() => {
      window.scrollTo(0, 300);
      return window.scrollY === 300;
    });
    const title = await page.title();
    release();
    await expectTakenOver(page);
    await expect(page).toHaveTitle(title);
    await expect(page.locator("main")).toHaveAttribute("data-server");
    // A page that is hardly longer may end before, once its fonts are there.
    const [place, end] = await page.evaluate(() => [
      window.scrollY,
      document.documentElement.scrollHeight - window.innerHeight,
    ]);
    expect(place, path).toBe(Math.min(300, end));
    // A shelf further down is read once it is near, as are the questions about a content; figures beside filters come last.
    const isLater = (call: string) =>
      (path === "/market" && call.startsWith("/api/contents/category/")) ||
      (path.startsWith("/market?category=") && call.startsWith("/api/search")) ||
      call.endsWith("/questions");
    expect(calls.filter((call) => !isLater(call))).toEqual([]);
    calls.length = 0;
    await page.unrouteAll();
  }
});

/** Types and presses before the app is there. */
const searchEarly = async (page: Page, text: string): Promise<void> => {
  const release = await holdModules(page);
  await page.goto("/market", { waitUntil: "commit" });
  // The page's first script sets it, and notes presses from then on.
  await expect(page.locator("html[data-scheme]")).toBeAttached();
  const box = page.getByRole("combobox", { name: "콘텐츠 검색" });
  await box.fill(text);
  await box.press("Enter");
  release();
  await expect(page).toHaveURL(/\?q=/);
  await expect(box).toHaveValue(text);
  await expect(screensOf(page).market.results(`'${text}' 검색 결과`)).toBeVisible();
};

test("what is typed and pressed before the app is there is not lost", async ({ page }) => {
  await searchEarly(page, "없는 것을 찾아요");
});

test("a picture that is turned to before the app is there is turned to", async ({ page, openSession }) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const { id } = await createContent(seller, {
    title: `세 장짜리 노트 ${mark()}`,
    previews: [
      await makePreview("하나.png"),
      await makePreview("둘.png", "#B4451F"),
      await makePreview("셋.png", "#1F7A4D"),
    ],
  });
  const release = await holdModules(page);
  await page.goto(`/content/${id}`, { waitUntil: "commit" });
  const pictures = page.getByRole("region", { name: "미리보기 이미지" });
  await pictures.getByRole("button", { name: "다음 이미지" }).click();
  release();
  await expect(pictures.getByText("2 / 3")).toBeVisible();
  // At the last picture its button is gone, and the keyboard still turns.
  await pictures.getByRole("button", { name: "다음 이미지" }).press("Enter");
  await expect(pictures.getByText("3 / 3")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(pictures.getByText("2 / 3")).toBeVisible();
  // The next page is not the one that the server sent.
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${id}$`));
  await page.getByRole("link", { name: "노하우 홈" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.locator("link[rel=canonical], meta[property^='og:']")).toHaveCount(0);
});

test("the scheme is set before anything is shown", async ({ page }) => {
  const text = await (await page.request.get("/market")).text();
  expect(text).toMatch(/^<!doctype html>\s*<html[^>]*>\s*<head><script src="\/assets\/view-/i);
});

test("a phone of Apple, which can install the app by its menu, takes the page over too @once", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "standalone", { value: false });
    document.addEventListener("DOMContentLoaded", () => {
      const main = document.querySelector("main");
      if (main) main.dataset["server"] = "";
    });
  });
  const release = await holdModules(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  release();
  await expect(page.getByRole("button", { name: "앱 설치" })).toBeVisible();
  await expect(page.locator("main")).toHaveAttribute("data-server");
});

test("a device that knows more draws anew, from the same answers and without skeletons", async ({ page }) => {
  await page.goto("/market");
  await expectTakenOver(page);
  await page.evaluate(() => window.localStorage.setItem("knowhow-scheme", "dark"));
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      new MutationObserver(() => {
        const [shelf] = document.querySelectorAll("main section");
        if (shelf?.getAttribute("aria-busy") === "true") console.error("skeletons in place of contents");
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
  const calls = callsOf(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "화면 밝기: 어둡게" })).toBeVisible();
  await expectTakenOver(page);
  expect(calls.filter((call) => !call.startsWith("/api/contents/category/"))).toEqual([]);
  await searchEarly(page, "다시 찾아요");
});

test("a window that is not as wide as its browser said draws anew, and loses nothing @once", async ({
  browser,
}) => {
  // A browser of a desk, in a narrow window.
  const context = await browser.newContext({
    viewport: { width: 700, height: 800 },
    isMobile: false,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64)",
  });
  const page = await context.newPage();
  await searchEarly(page, "좁은 창");
  await context.close();
});
