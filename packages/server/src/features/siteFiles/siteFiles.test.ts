import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createContent, createSeller } from "../../../testing/factories.ts";

describe("files for search engines", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  const read = async (path: string) => {
    const { status, headers, bytes } = await app.visitor().get(path);
    return { status, type: headers.get("content-type") ?? "", text: bytes.toString() };
  };

  it("name the market's contents and mentors, and nothing that has left it", async () => {
    const [seller, bystander] = [await createSeller(app.deps), await createSeller(app.deps)];
    const shown = await createContent(app.deps, seller.id);
    const gone = await createContent(app.deps, bystander.id);
    const paused = await createContent(app.deps, bystander.id);
    await app.deps.pool.query("update contents set deleted_at = app_now() where id = $1", [gone.id]);
    await app.deps.pool.query("update contents set paused_at = app_now() where id = $1", [paused.id]);
    const { status, type, text } = await read("/sitemap.xml");
    expect([status, type]).toEqual([200, expect.stringContaining("application/xml")]);
    const places = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place = ""]) => new URL(place));
    expect(new Set(places.map(({ origin }) => origin))).toEqual(new Set([new URL(app.url).origin]));
    const paths = places.map(({ pathname }) => pathname);
    expect(paths).toEqual(
      expect.arrayContaining(["/", "/market", `/content/${shown.id}`, `/mentors/${seller.id}`]),
    );
    for (const path of [`/content/${gone.id}`, `/content/${paused.id}`, `/mentors/${bystander.id}`])
      expect(paths).not.toContain(path);
    expect(text).toMatch(/<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/lastmod>/);
  });

  it("keep robots from calls, and let them see pictures", async () => {
    const { status, type, text } = await read("/robots.txt");
    expect([status, type]).toEqual([200, expect.stringContaining("text/plain")]);
    expect(text).toContain("Disallow: /api/\n");
    expect(text).toContain("Allow: /api/proxy-image/\n");
    expect(text).toContain(`Sitemap: ${new URL(app.url).origin}/sitemap.xml`);
  });
});
