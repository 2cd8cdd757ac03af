import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { buildRegistration } from "../../testing/registration.ts";

const person = buildRegistration();

describe("sessions behind https", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ PUBLIC_URL: "https://knowhow.example" });
  });
  afterAll(() => app.stop());

  it("keeps its cookie to this host, to https and out of scripts", async () => {
    const answer = await app
      .visitor()
      .post("/api/register", person, { headers: { origin: "https://knowhow.example" } });
    expect(answer.status).toBe(201);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("__Host-sid=")) ?? "";
    for (const part of ["path=/", "secure", "httponly", "samesite=lax"])
      expect(cookie.toLowerCase()).toContain(part);
    expect(cookie.toLowerCase()).not.toContain("domain=");
    expect(answer.headers.get("strict-transport-security")).toContain("max-age=63072000");
    const { rows } = await app.deps.pool.query<{ id_hash: string }>("select id_hash from sessions");
    expect(rows).toHaveLength(1);
    expect(cookie).not.toContain(rows[0]?.id_hash);
  });

  it("takes only its own origin", async () => {
    const answer = await app.visitor().post("/api/login", {}, { headers: { origin: app.url } });
    expect([answer.status, answer.body["code"]]).toEqual([403, "CROSS_SITE"]);
  });
});
