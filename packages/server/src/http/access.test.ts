import { api, isUnsafeMethod, type AnyEndpoint } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { TestClient, type Answer } from "../../testing/client.ts";
import { everyCall } from "../../testing/everyCall.ts";
import { createUser } from "../../testing/factories.ts";

/** Calls that every caller may make. A sanctioned caller is answered as a visitor. */
const forEveryone = [
  "GET /healthz",
  "GET /readyz",
  "GET /metrics",
  "GET /api/openapi.json",
  "GET /api/docs",
  "POST /api/register",
  "POST /api/login",
  "POST /api/find-account",
  "POST /api/reset-password",
  "POST /api/auth/logout",
  "GET /api/auth/logout",
  "GET /api/check-userid/:value",
  "GET /api/check-nickname/:nickname",
  "GET /api/users/:userId/device-key",
  "GET /api/contents",
  "GET /api/contents/popular",
  "GET /api/contents/category/:category",
  "GET /api/search",
  "GET /api/search/suggestions",
  "GET /api/contents/search",
  "GET /api/contents/search/:query",
  "GET /api/contents/:id",
  "GET /api/contents/:id/comments",
  "GET /api/contents/:id/ratings",
  "GET /api/contents/:id/questions",
  "GET /api/rating-pictures/:id/:index",
  "GET /api/contents/:id/trial",
  "GET /api/mentors/:id",
  "GET /api/mentors/:id/contents",
  "GET /api/contents/:id/related",
  "GET /api/home",
  "GET /api/trial/:contentId/:fileIndex/:page",
  "GET /api/proxy-image/:contentId/:index",
  "GET /objects/uploads/:objectId",
  "PUT /.private/uploads/:objectId",
  "POST /api/payments/webhook",
];

/** Calls that need an account. */
const forMembers = [
  "GET /api/auth/me",
  "GET /api/check-nickname-update/:nickname",
  "POST /api/profile/open",
  "PUT /api/profile",
  "GET /api/auth/sessions",
  "DELETE /api/auth/sessions/:sessionId",
  "GET /api/auth/security-events",
  "POST /api/auth/device-key",
  "PUT /api/change-password",
  "POST /api/auth/verify-password",
  "POST /api/verify-account",
  "GET /api/user/bank-account",
  "PUT /api/user/bank-account",
  "GET /api/account/verify-status/:orderNumber",
  "POST /api/contents",
  "PUT /api/contents/:id",
  "DELETE /api/contents/:id",
  "PUT /api/contents/:id/trial",
  "GET /api/contents/:id/trial/choices",
  "GET /api/objects/:objectId/trial",
  "PUT /api/objects/:objectId/trial",
  "GET /api/objects/:objectId/pages/:page",
  "PUT /api/contents/:id/state",
  "GET /api/my-contents",
  "GET /api/buyer/contents",
  "GET /api/seller/stats",
  "POST /api/objects/upload",
  "POST /api/uploads",
  "HEAD /api/uploads/:id",
  "PATCH /api/uploads/:id",
  "DELETE /api/uploads/:id",
  "GET /api/drafts",
  "GET /api/drafts/:id",
  "PUT /api/drafts/:id",
  "DELETE /api/drafts/:id",
  "GET /api/download/:contentId/:index",
  "GET /api/following",
  "PUT /api/mentors/:id/follow",
  "DELETE /api/mentors/:id/follow",
  "GET /api/contents/:id/versions",
  "GET /api/reading",
  "GET /api/reading/:contentId/:index",
  "PUT /api/reading/:contentId/:index",
  "GET /api/reading/:contentId/:index/text",
  "PUT /api/contents/:id/wish",
  "DELETE /api/contents/:id/wish",
  "GET /api/wishes",
  "GET /api/wishes/news",
  "POST /api/wishes/seen",
  "GET /api/push/key",
  "POST /api/push/subscriptions",
  "DELETE /api/push/subscriptions",
  "PUT /api/push/topics",
  "POST /api/contents/:id/like",
  "DELETE /api/contents/:id/like",
  "GET /api/contents/:id/like-status",
  "POST /api/contents/:id/comments",
  "POST /api/contents/:id/questions",
  "PUT /api/questions/:id/answer",
  "PUT /api/questions/:id",
  "DELETE /api/questions/:id",
  "GET /api/seller/questions",
  "GET /api/questions/news",
  "PUT /api/questions/:id/seen",
  "POST /api/comments/:id/answers",
  "PUT /api/comments/:id",
  "DELETE /api/comments/:id",
  "POST /api/contents/:id/ratings",
  "PUT /api/ratings/:id",
  "DELETE /api/ratings/:id",
  "PUT /api/ratings/:id/answer",
  "PUT /api/ratings/:id/helpful",
  "DELETE /api/ratings/:id/helpful",
  "POST /api/orders",
  "GET /api/orders",
  "GET /api/orders/:orderNumber",
  "POST /api/orders/complete-free",
  "POST /api/payments/confirm",
  "POST /api/orders/:orderNumber/refund-request",
  "DELETE /api/orders/:orderNumber/refund-request",
  "DELETE /api/user",
  "GET /api/seller/settlements",
  "GET /api/seller/settlements.csv",
  "GET /api/seller/sales",
  "GET /api/seller/balance",
  "GET /api/seller/statement",
  "GET /api/chat/rooms",
  "GET /api/chat/rooms/:roomId",
  "POST /api/chat/rooms/:roomId/messages",
  "POST /api/chat/rooms/:roomId/read",
  "GET /api/events",
  "POST /api/reports",
  "POST /api/chat/reports",
  "POST /api/penalties/:id/seen",
  "GET /api/user/admin-chats",
  "POST /api/user/admin-chats/create",
  "GET /api/user/admin-chats/:roomId/messages",
  "POST /api/user/admin-chats/:roomId/messages",
  "GET /api/chat/rooms/:roomId/messages",
  "POST /api/ai/content-suggestions",
  "POST /api/ai/content-suggestions-with-file",
  "POST /api/contents/:id/ai-summary",
];

/** Calls that need an administrator. */
const forAdministrators: string[] = [
  "GET /api/admin/reports",
  "GET /api/admin/reports/:reportId",
  "PUT /api/admin/reports/:reportId",
  "POST /api/admin/reports/batch",
  "GET /api/admin/reports/leases",
  "POST /api/admin/reports/:reportId/reopen",
  "POST /api/admin/reports/:reportId/reporter-warning",
  "GET /api/admin/reports/:reportId/evidence",
  "GET /api/admin/reports/:reportId/evidence/pictures/:index",
  "GET /api/admin/reports/:reportId/evidence/files/:index",
  "GET /api/admin/reports/:reportId/evidence/files/:index/text",
  "GET /api/admin/reports/:reportId/evidence/files/:index/pages",
  "GET /api/admin/reports/:reportId/evidence/files/:index/pages/:page",
  "PUT /api/admin/reports/:reportId/lease",
  "DELETE /api/admin/reports/:reportId/lease",
  "GET /api/admin/alerts",
  "GET /api/admin/search-synonyms",
  "POST /api/admin/search-synonyms",
  "PUT /api/admin/search-synonyms/:id",
  "DELETE /api/admin/search-synonyms/:id",
  "PUT /api/admin/alerts/:id",
  "GET /api/admin/settlements",
  "PUT /api/admin/settlements/:id",
  "PUT /api/admin/settlements/:id/clawback",
  "GET /api/admin/refunds",
  "GET /api/admin/refunds/:orderNumber",
  "PUT /api/admin/refunds/:orderNumber",
  "POST /api/admin/refunds/:orderNumber",
  "GET /api/admin/chat-messages",
  "GET /api/admin/chat-rooms",
  "GET /api/admin/chats",
  "GET /api/admin/chats/:roomId/messages",
  "POST /api/admin/chats/:roomId/messages",
  "PUT /api/admin/penalties/:id",
  "PUT /api/admin/contents/:id/state",
  "PUT /api/admin/comments/:id/state",
  "PUT /api/admin/ratings/:id/state",
  "PUT /api/admin/ratings/:id/answer/state",
  "PUT /api/admin/questions/:id/state",
  "PUT /api/admin/questions/:id/answer/state",
  "GET /api/admin/reports/:reportId/evidence/rating-pictures/:index",
  "GET /api/admin/users/:id/history",
];

/**
 * Calls refused to a suspended person: upload or edit content, have it drafted, order or pay, write to buyers, edit the
 * own data.
 */
const notWhileSuspended = [
  "POST /api/objects/upload",
  "POST /api/uploads",
  "HEAD /api/uploads/:id",
  "PATCH /api/uploads/:id",
  "DELETE /api/uploads/:id",
  "POST /api/contents",
  "PUT /api/contents/:id",
  "POST /api/orders",
  "POST /api/orders/complete-free",
  "POST /api/payments/confirm",
  "POST /api/chat/rooms/:roomId/messages",
  "PUT /api/profile",
  "POST /api/verify-account",
  "PUT /api/user/bank-account",
  "POST /api/ai/content-suggestions",
  "POST /api/ai/content-suggestions-with-file",
];

/** All calls for members that a banned person may make. */
const whileBanned = [
  "GET /api/auth/me",
  "POST /api/auth/device-key",
  "GET /api/user/admin-chats",
  "POST /api/user/admin-chats/create",
  "GET /api/user/admin-chats/:roomId/messages",
  "POST /api/user/admin-chats/:roomId/messages",
];

/** All calls for members that a session with a temporary password may make. */
const whileMustChange = ["GET /api/auth/me", "PUT /api/change-password"];

const actors = ["visitor", "member", "suspended", "banned", "mustChange", "administrator"] as const;
type Actor = (typeof actors)[number];

const keyOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;

/** The refusal that the lists above give this actor; undefined where the call is allowed. */
const refusalFor = (actor: Actor, call: string): [number, string] | undefined => {
  if (forEveryone.includes(call)) return undefined;
  if (actor === "visitor") return [401, "LOGIN_REQUIRED"];
  if (actor === "mustChange" && !whileMustChange.includes(call)) return [403, "MUST_CHANGE_PASSWORD"];
  if (actor === "banned" && !whileBanned.includes(call)) return [403, "BANNED"];
  if (actor === "suspended" && notWhileSuspended.includes(call)) return [403, "SUSPENDED"];
  if (forAdministrators.includes(call) && actor !== "administrator") return [403, "ADMIN_ONLY"];
  return undefined;
};

describe("the lists of who may call what", () => {
  const listed = [...forEveryone, ...forMembers, ...forAdministrators];

  it("hold every call once, and no other", () => {
    expect([...listed].sort()).toEqual(everyCall.map(({ entry }) => keyOf(entry)).sort());
  });
  it("of the sanctions speak of calls that there are", () => {
    for (const call of [...notWhileSuspended, ...whileBanned, ...whileMustChange])
      expect(forMembers).toContain(call);
  });
});

/** Refusals that only the access rules give. */
const accessCodes = ["LOGIN_REQUIRED", "MUST_CHANGE_PASSWORD", "BANNED", "SUSPENDED", "ADMIN_ONLY"];

describe("who may call what", () => {
  let app: TestApp;
  const clients = new Map<Actor, TestClient>();

  beforeAll(async () => {
    app = await startTestApp();
    const { pool } = app.deps;
    clients.set("visitor", app.visitor());
    clients.set("member", await app.as(await createUser(app.deps)));
    clients.set("administrator", await app.as(await createUser(app.deps, { userId: "admin1" })));
    const suspended = await createUser(app.deps);
    await pool.query("update users set suspended_until = app_now() + interval '1 day' where id = $1", [
      suspended.id,
    ]);
    clients.set("suspended", await app.as(suspended));
    const banned = await createUser(app.deps);
    await pool.query("update users set is_banned = 1, ban_reason = '반복된 위반' where id = $1", [banned.id]);
    clients.set("banned", await app.as(banned));
    const temporary = await createUser(app.deps);
    clients.set("mustChange", await app.as(temporary));
    await pool.query(
      `update sessions set data = data || '{"mustChangePassword": true}'::jsonb where user_id = $1`,
      [temporary.id],
    );
  });
  afterAll(() => app.stop());

  const call = (
    actor: Actor,
    { method, path }: AnyEndpoint,
    headers: Record<string, string> = {},
    raw?: string,
  ): Promise<Answer> => {
    const client = new TestClient(app.url);
    // A copy of the cookies: a sign-out among the calls must not end the session of the next.
    for (const [name, value] of clients.get(actor)?.cookies ?? []) client.cookies.set(name, value);
    const address = path.replace(/:(\w+)/g, (_, name: string) => (name === "index" ? "0" : randomUUID()));
    return client.request(method, address, undefined, { headers, raw });
  };
  // Signing out really ends a session; it has tests of its own.
  const walked = everyCall.filter(({ name }) => !name.startsWith("accounts.logout"));

  describe.each(actors)("%s", (actor) => {
    it.each(walked)("$name", async ({ entry }) => {
      const answer = await call(actor, entry);
      const refusal = refusalFor(actor, keyOf(entry));
      // The answer to a HEAD says its status alone.
      if (entry.method === "HEAD") expect(answer.status).toBe(refusal?.[0] ?? 412);
      else if (refusal) expect([answer.status, answer.body["code"]]).toEqual(refusal);
      else expect(accessCodes).not.toContain((answer.body as Answer["body"] | undefined)?.["code"]);
      expect(answer.status).not.toBe(500);
      if (entry.method === "HEAD") return;
      if (refusal?.[1] === "BANNED")
        expect(answer.body).toMatchObject({ type: "ban", banReason: "반복된 위반" });
      if (refusal?.[1] === "SUSPENDED") expect(answer.body).toMatchObject({ type: "suspension" });
    });
  });

  const unsafe = everyCall.filter(({ entry }) => isUnsafeMethod(entry.method) && !entry.crossSite);

  it.each(unsafe)("$name refuses other sites", async ({ entry }) => {
    const own = new URL(app.url);
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `http://localhost:${Number(own.port) + 1}` },
    ];
    for (const headers of foreign) {
      const answer = await call("member", entry, headers);
      expect([answer.status, answer.body["code"]]).toEqual([403, "CROSS_SITE"]);
    }
    const sameOrigin: Record<string, string>[] = [{ "sec-fetch-site": "same-origin" }, { origin: app.url }];
    for (const headers of entry === api.accounts.logout ? [] : sameOrigin) {
      expect((await call("member", entry, headers)).body["code"]).not.toBe("CROSS_SITE");
    }
  });

  const takesJson = ({ bodyKind = "json" }: AnyEndpoint) => bodyKind === "json";

  it.each(unsafe.filter(({ entry }) => takesJson(entry) && entry !== api.accounts.logout))(
    "$name takes JSON alone",
    async ({ entry }) => {
      const actor = entry.access === "admin" ? "administrator" : "member";
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
      ]) {
        const answer = await call(actor, entry, { "content-type": type }, "a=1");
        expect([answer.status, answer.body["code"]]).toEqual([415, "UNSUPPORTED_TYPE"]);
      }
      const broken = await call(actor, entry, { "content-type": "application/json" }, "{");
      expect([broken.status, broken.body["code"]]).toEqual([400, "BAD_JSON"]);
      for (const encoding of ["gzip", "deflate", "br"]) {
        const packed = { "content-type": "application/json", "content-encoding": encoding };
        const unpackable = await call(actor, entry, packed, `{"not":"packed"}`);
        expect([unpackable.status, unpackable.body["code"]], encoding).toEqual([400, "BAD_JSON"]);
      }
    },
  );

  it("lets a ban bite on the next request", async () => {
    const user = await createUser(app.deps);
    const client = await app.as(user);
    expect((await client.get("/api/my-contents")).status).toBe(200);
    await app.deps.pool.query("update users set is_banned = 1 where id = $1", [user.id]);
    expect((await client.get("/api/my-contents")).status).toBe(403);
    expect((await client.get("/api/auth/me")).status).toBe(200);
  });

  it("ends a suspension at its second", async () => {
    const user = await createUser(app.deps);
    const client = await app.as(user);
    await app.deps.pool.query(
      "update users set suspended_until = app_now() + interval '1 hour' where id = $1",
      [user.id],
    );
    expect((await client.post("/api/contents", {})).status).toBe(403);
    await app.moveClock(3_600_001);
    expect((await client.post("/api/contents", {})).status).toBe(400);
  });
});
