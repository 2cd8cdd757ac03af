import { isPage, pagePaths } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { createUser } from "../../testing/factories.ts";
import { renderPage } from "./pages.ts";
import { addressKey } from "./address.ts";

describe("every answer", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ RATE_LIMITS: "on" });
  });
  afterAll(() => app.stop());

  it.each([
    "/",
    "/nowhere",
    "/api/contents",
    "/api/nowhere",
    "/healthz",
    "/objects/nowhere",
    "/assets/nothing.js",
  ])("%s carries the security headers and an id", async (path) => {
    const { headers } = await app.visitor().get(path);
    const policy = headers.get("content-security-policy") ?? "";
    const scripts = policy.split(";").find((part) => part.trim().startsWith("script-src")) ?? "";
    expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(headers.get("referrer-policy")).toBeTruthy();
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("x-request-id")).toMatch(/^[\w-]{8,64}$/);
  });

  it("tells a page that is opened without a session, and no copy of it, that nobody is signed in", async () => {
    const opening = { headers: { "sec-fetch-dest": "document" } };
    const hint = '"isVisitor":true';
    const visitor = await app.visitor().get("/", opening);
    expect(visitor.bytes.toString()).toContain(hint);
    expect(visitor.headers.get("vary")).toContain("Cookie");
    expect((await app.visitor().get("/")).bytes.toString()).not.toContain(hint);
    const member = await app.as(await createUser(app.deps));
    expect((await member.get("/", opening)).bytes.toString()).not.toContain(hint);
  });

  it("tells a page that a link of another site led to it, however the address is written", async () => {
    const member = await app.as(await createUser(app.deps));
    const opened = async (path: string, headers: Record<string, string>) =>
      (await member.get(path, { headers: { "sec-fetch-dest": "document", ...headers } })).bytes.toString();
    const hint = '"isLinked":true';
    for (const path of ["/logout", "/LOGOUT/", "/%6Cogout"]) {
      expect(await opened(path, { "sec-fetch-site": "cross-site" }), path).toContain(hint);
      expect(await opened(path, { "sec-fetch-site": "same-site" }), path).toContain(hint);
      expect(await opened(path, { referer: "https://elsewhere.example/" }), path).toContain(hint);
      for (const site of ["none", "same-origin"])
        expect(await opened(path, { "sec-fetch-site": site }), path).not.toContain(hint);
    }
    const visitors = { headers: { "sec-fetch-dest": "document", "sec-fetch-site": "cross-site" } };
    const { headers, bytes } = await app.visitor().get("/logout", visitors);
    expect(bytes.toString()).toMatch(/"isVisitor":true,"isLinked":true/);
    expect(headers.get("vary")).toContain("Sec-Fetch-Site");
  });

  it("keeps a caller's request id, if it looks like one", async () => {
    const known = await app.visitor().get("/healthz", { headers: { "x-request-id": "abc-12345678" } });
    expect(known.headers.get("x-request-id")).toBe("abc-12345678");
    const junk = await app.visitor().get("/healthz", { headers: { "x-request-id": "a b<c>" } });
    expect(junk.headers.get("x-request-id")).not.toBe("a b<c>");
  });

  it("answers unknown calls and malformed ids as not found", async () => {
    for (const path of [
      "/api/nowhere",
      "/api/contents/nonsense",
      "/api/contents/%00",
      "/api/contents/1/2/3/4",
    ]) {
      const answer = await app.visitor().get(path);
      expect([answer.status, answer.body["code"]]).toEqual([404, "NOT_FOUND"]);
      expect(answer.body["message"]).toMatch(/[가-힣]/);
    }
    const unsafe = await app
      .visitor()
      .post("/api/nowhere", {}, { headers: { "sec-fetch-site": "cross-site" } });
    expect(unsafe.status).toBe(404);
    expect((await app.visitor().request("PATCH", "/api/contents")).status).toBe(404);
  });

  it("refuses bodies that are too large", async () => {
    const client = await app.as(await createUser(app.deps));
    const answer = await client.post("/api/contents", { title: "가".repeat(600_000) });
    expect([answer.status, answer.body["code"]]).toEqual([413, "TOO_LARGE"]);
  });

  it("refuses more than one number where one is asked for", async () => {
    expect((await app.visitor().get("/api/contents?limit=10&limit=20")).status).toBe(400);
    expect((await app.visitor().get("/api/contents?limit=10")).status).toBe(200);
  });

  it("counts calls and says how long to wait", async () => {
    const client = app.visitor();
    const statuses: number[] = [];
    for (let index = 0; index < 32; index += 1)
      statuses.push((await client.get("/api/check-userid/abcd1")).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    const refused = await client.get("/api/check-userid/abcd1");
    expect([refused.status, refused.body["code"]]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // No proxy stands in front of this server: forwarding headers count for nothing.
    const forged = { headers: { "x-forwarded-for": "192.0.2.1", forwarded: "for=192.0.2.1" } };
    expect((await client.get("/api/check-userid/abcd1", forged)).status).toBe(429);
    // Other calls are counted on their own.
    expect((await client.get("/api/contents")).status).toBe(200);
  });

  it("shares the limits that matter between processes, in the database", async () => {
    const client = app.visitor();
    const wrong = { emailOrUserId: "nobody1", password: "x" };
    for (let index = 0; index < 3; index += 1) await client.post("/api/login", wrong);
    const { rows } = await app.deps.pool.query<{ points: number }>(
      "select points from rate_limits where key like 'login:%'",
    );
    expect(rows).toEqual([{ points: 3 }]);
  });
});

describe("pages", () => {
  it.each(pagePaths)("%s is one", (path) => {
    expect(isPage(path.replace(/:\w+/g, "x"))).toBe(true);
  });
  it.each(["/nowhere", "/content", "/content/1/2", "/api/contents", "/market2"])("%s is none", (path) => {
    expect(isPage(path)).toBe(false);
  });
  it("never lets a setting end the element that holds it", () => {
    const business = { name: "</script><script>alert(1)</script>" } as Parameters<
      typeof renderPage
    >[1]["business"]; // One field is enough here.
    expect(renderPage("<head></head>", { business, hasWorker: true }).match(/<\/script>/g)).toHaveLength(1);
  });
});

describe("addressKey", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("%s counts as %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
