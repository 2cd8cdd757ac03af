import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errors, frameHeader, limits, pageSize } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../testing/factories.ts";
import { buy } from "../../testing/payments.ts";

/** Stands in for the app's thread: its body is the answers, its head how many pages it has rendered. */
const thread = `
import { parentPort } from "node:worker_threads";
let count = 0;
parentPort.on("message", ({ id, request }) => {
  const body = JSON.stringify(request.reads.map(({ data }) => data));
  if (body.includes("failing")) { parentPort.postMessage({ id, failure: "no such screen" }); return; }
  count += 1;
  parentPort.postMessage({ id, page: { head: \`<title>\${count} \${request.isDesk}</title>\`, body } });
});`;

const index = `<!doctype html><html><head><title>노하우</title><meta name="description" content="마켓" /></head>
<body><div id="root"><div class="frame">틀</div></div><noscript>켜주세요</noscript></body></html>`;

let folder: string;
let app: TestApp;
let seller: TestUser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knowhow-prerender-"));
  await mkdir(join(folder, ".prerender"));
  await writeFile(join(folder, "index.html"), index);
  await writeFile(join(folder, ".prerender/main.js"), thread);
  await writeFile(join(folder, ".prerender/package.json"), '{"type":"module"}');
  app = await startTestApp({ APP_DIR: folder });
  seller = await createSeller(app.deps);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

const asPage = { "sec-fetch-dest": "document" };
const read = async (path: string, client = app.visitor(), headers: Record<string, string> = asPage) => {
  const { bytes, status } = await client.request("GET", path, undefined, { headers });
  return { status, html: bytes.toString() };
};
const asLinkReader = { headers: { "user-agent": "facebookexternalhit/1.1; kakaotalk-scrap/1.0" } };
const isFrame = (html: string) =>
  html.includes('<div class="frame">') && html.includes("<title>노하우</title>");

describe("a public page", () => {
  it("has its contents for visitors and for what reads links, in the place of frame and general words", async () => {
    const { id, title } = await createContent(app.deps, seller.id, { title: "</script><b>노트" });
    for (const headers of [asPage, {}]) {
      const { html, status } = await read(`/content/${id}`, app.visitor(), headers);
      expect(status).toBe(200);
      expect(html).toContain(title);
      expect(html).not.toMatch(/class="frame"|<title>노하우<|content="마켓"/);
      // Nothing that a seller writes ends the element of the answers.
      const reads = /<script type="application\/json" id="reads">(.*?)<\/script>/.exec(html)?.[1] ?? "";
      expect(JSON.parse(reads)).toMatchObject([
        { path: "/api/contents/:id", input: { params: { id } }, isPaged: false, data: { id, title } },
        { path: "/api/contents/:id/ratings", isPaged: true, data: { ratings: [] } },
        { path: "/api/contents/:id/comments", isPaged: true, data: [] },
      ]);
    }
  });

  it.each(["/", "/market", "/market?category=cooking", "/market?category=unknown", "/market?utm_source=a"])(
    "is %s",
    async (path) => {
      expect(isFrame((await read(path)).html)).toBe(false);
    },
  );

  it.each([
    ["/market?q=노트", 200],
    ["/login", 200],
    ["/content/00000000-0000-4000-8000-000000000000", 200],
    ["/content/no-such-id", 200],
    ["/content/x/y", 404],
    ["//", 200],
    ["//elsewhere.example/market", 404],
  ] as const)("is not %s", async (path, expected) => {
    const { html, status } = await read(app.url + path);
    expect(isFrame(html)).toBe(true);
    expect(status).toBe(expected);
  });

  it("has the same status for HEAD", async () => {
    const { id } = await createContent(app.deps, seller.id);
    const head = (path: string) => app.visitor().request("HEAD", path);
    expect((await head(`/content/${id}`)).status).toBe(200);
    await app.deps.pool.query("update contents set deleted_at = app_now() where id = $1", [id]);
    await app.deps.microCache.forget();
    expect((await head(`/content/${id}`)).status).toBe(404);
  });

  it("is not for members, nor for the copy that the service worker keeps", async () => {
    const { id } = await createContent(app.deps, seller.id);
    const member = await app.as(await createUser(app.deps));
    expect(isFrame((await read(`/content/${id}`, member)).html)).toBe(true);
    for (const headers of [{ "sec-fetch-dest": "empty" }, { [frameHeader]: "1" }] as Record<string, string>[])
      expect(isFrame((await read(`/content/${id}`, app.visitor(), headers)).html)).toBe(true);
  });

  it("is rendered once while its answers stay the same, for phones and for desks", async () => {
    const path = `/content/${(await createContent(app.deps, seller.id)).id}`;
    const phone = { ...asPage, "sec-ch-ua-mobile": "?1" };
    const desk = { ...asPage, "sec-ch-ua-mobile": "?0" };
    const first = await read(path, app.visitor(), phone);
    // Views are counted a moment later, and are no reason to render it again.
    await expect
      .poll(
        async () =>
          (await app.visitor().get(`/api${path.replace("content", "contents")}?peek=1`)).body["viewCount"],
      )
      .toBe(1);
    const counted = await read(path, app.visitor(), phone);
    expect(counted.html).toBe(first.html);
    const wide = await read(path, app.visitor(), desk);
    expect(wide.html).toMatch(/<title>\d+ true<.*data-rendered="true"/s);
    expect(counted.html).toMatch(/<title>\d+ false<.*data-rendered="false"/s);
  });

  it("shows a comment that was made a moment ago", async () => {
    const content = await createContent(app.deps, seller.id, { price: 0 });
    const { id } = content;
    const buyer = await app.as(await createUser(app.deps));
    await buy(app.url, buyer, content);
    const first = await read(`/content/${id}`);
    expect((await buyer.post(`/api/contents/${id}/comments`, { comment: "잘 봤습니다" })).status).toBe(201);
    expect(first.html).not.toContain("잘 봤습니다");
    expect((await read(`/content/${id}`)).html).toContain("잘 봤습니다");
  });

  it("counts as a view where a browser shows it, not where a program looks for its title", async () => {
    const [seen, looked] = [
      await createContent(app.deps, seller.id),
      await createContent(app.deps, seller.id),
    ];
    expect(isFrame((await read(`/content/${looked.id}`, app.visitor(), {})).html)).toBe(false);
    await read(`/content/${seen.id}`);
    const expectViews = ({ id }: { id: string }, count: number) =>
      expect
        .poll(async () => (await app.visitor().get(`/api/contents/${id}?peek=1`)).body["viewCount"])
        .toBe(count);
    await expectViews(seen, 1);
    await expectViews(looked, 0);
  });

  it("follows a new price, and goes when its content is taken down; another's stays", async () => {
    const own = await createContent(app.deps, seller.id, { price: 5_000 });
    const other = await createContent(app.deps, seller.id, { title: "남는 노트" });
    const path = `/content/${own.id}`;
    expect((await read(path)).html).toContain('"price":5000');
    await app.deps.pool.query("update contents set price = 7000 where id = $1", [own.id]);
    await app.deps.microCache.forget();
    expect((await read(path)).html).toContain('"price":7000');
    const admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    expect(
      (await admin.put(`/api/admin/contents/${own.id}/state`, { state: "hidden", reason: "신고" })).status,
    ).toBe(200);
    const gone = await read(path);
    expect(isFrame(gone.html)).toBe(true);
    expect(gone.status).toBe(404);
    expect((await read(path, app.visitor(), {})).status).toBe(404);
    expect((await read("/market")).html).not.toContain(own.id);
    expect((await read(`/content/${other.id}`)).html).toContain("남는 노트");
  });

  it("is sent as it is to what takes no gzip", async () => {
    const { id } = await createContent(app.deps, seller.id);
    const response = await fetch(`${app.url}/content/${id}`, { headers: { "accept-encoding": "identity" } });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.text()).toContain('id="reads"');
  });

  it("is the app's frame where it can not be rendered, and another page is rendered", async () => {
    const [broken, other] = [
      await createContent(app.deps, seller.id, { title: "failing" }),
      await createContent(app.deps, seller.id),
    ];
    expect(isFrame((await read(`/content/${broken.id}`)).html)).toBe(true);
    expect(isFrame((await read(`/content/${other.id}`)).html)).toBe(false);
  });

  it("is refused to link readers for a while where it can not be rendered, and to nothing else", async () => {
    const path = `/content/${(await createContent(app.deps, seller.id, { title: "failing" })).id}`;
    const others: Record<string, string>[] = [{ "upgrade-insecure-requests": "1" }, {}];
    for (const headers of others) {
      const other = await read(path, app.visitor(), headers);
      expect(other.status).toBe(200);
      expect(isFrame(other.html)).toBe(true);
    }
    // The first try answers for the next ones too.
    for (const method of ["GET", "GET", "HEAD"]) {
      const { status, headers, body } = await app.visitor().request(method, path, undefined, asLinkReader);
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toBe("5");
      expect(headers.get("cache-control")).toBe("no-store");
      if (method === "GET")
        expect(body).toEqual({ code: "UNAVAILABLE", message: errors.UNAVAILABLE.message });
    }
  });

  it("leads to the next page only where there is one", async () => {
    const path = "/market?category=music";
    const contents = [];
    for (let count = 0; count < pageSize.default + 1; count += 1)
      contents.push(await createContent(app.deps, seller.id, { category: "music" }));
    expect((await read(path)).html).toContain('"nextCursor"');
    await app.deps.pool.query("update contents set deleted_at = app_now() where id = $1", [contents[0]?.id]);
    await app.deps.microCache.forget();
    expect((await read(path)).html).not.toContain('"nextCursor"');
  });

  it("is refused to link readers over the limit, and the frame for a browser", async () => {
    const limited = await startTestApp({ APP_DIR: folder, RATE_LIMITS: "on" });
    try {
      const { id } = await createContent(limited.deps, (await createSeller(limited.deps)).id);
      const paths = [`/content/${id}`, "/market?category=cooking", "/market"];
      for (let count = 0; count < limits.visitor.points; count += 1)
        await limited.visitor().get("/api/contents/popular");
      for (const path of paths) {
        const { status, headers, body } = await limited.visitor().get(path, asLinkReader);
        expect(status).toBe(429);
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(200);
        expect(body).toEqual({ code: "RATE_LIMITED", message: errors.RATE_LIMITED.message });
        const shown = await read(path, limited.visitor());
        expect(shown.status).toBe(200);
        expect(isFrame(shown.html)).toBe(true);
      }
    } finally {
      await limited.stop();
    }
  });
});
