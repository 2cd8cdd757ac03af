import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { raiseAlert } from "../features/alerts/alerts.ts";
import { hashPassword } from "../features/accounts/passwords.ts";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { createContent, createSeller, createUser } from "../../testing/factories.ts";
import { authorise, control, createOrder } from "../../testing/payments.ts";

/** The value of one line of Prometheus's text; undefined when there is no such line. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

describe("GET /metrics", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ RATE_LIMITS: "on" });
  });
  afterAll(() => app.stop());

  const look = async (): Promise<string> => {
    const answer = await app.visitor().get("/metrics");
    expect(answer.status).toBe(200);
    return answer.bytes.toString("utf8");
  };
  const read = async (series: string) => valueOf(await look(), series);

  it("is Prometheus's text, never kept", async () => {
    const { headers, bytes } = await app.visitor().get("/metrics");
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    for (const line of bytes.toString("utf8").split("\n")) {
      expect(line).toMatch(/^$|^# (HELP|TYPE) \w+ .+$|^\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [-+.\w]+$/);
    }
  });

  it("counts each call by its name in the contract, whatever was asked for", async () => {
    const user = await createUser(app.deps, { password: await hashPassword("Nolja!2026") });
    const client = app.visitor();
    await client.post("/api/login", { emailOrUserId: user.userId, password: "Nolja!2026" });
    const { id } = await createContent(app.deps, user.id);
    await client.get(`/api/contents/${id}?peek=1`);
    await client.get(`/api/contents/search/${user.nickname}`);
    await client.get("/nowhere/at/all");
    await client.request("PROPFIND", "/nowhere");
    const text = await look();
    const count = (labels: string) => valueOf(text, `knowhow_http_request_duration_seconds_count{${labels}}`);
    expect(count(`call="accounts.login",method="POST",status="2xx"`)).toBe(1);
    expect(count(`call="contents.get",method="GET",status="2xx"`)).toBe(1);
    expect(count(`call="search.list",method="GET",status="2xx"`)).toBe(1);
    expect(count(`call="unknown",method="GET",status="4xx"`)).toBe(1);
    expect(count(`call="unknown",method="other",status="4xx"`)).toBe(1);
    for (const word of [id, user.id, user.userId, user.nickname, "nowhere", "PROPFIND"])
      expect(text).not.toContain(word);
  });

  it("shows what runs at this moment", async () => {
    // The look itself is under way.
    expect(await read("knowhow_http_requests_in_flight")).toBe(1);
    // The library of jobs keeps one.
    const kept = app.deps.directPool === app.deps.pool ? "reads" : "direct";
    expect(await read(`knowhow_database_connections{pool="${kept}",state="used"}`)).toBeGreaterThan(0);
    const transactions = (state: string) =>
      read(`knowhow_database_connections{pool="transactions",state="${state}"}`);
    const before = (await transactions("used")) ?? NaN;
    const held = await app.deps.knex.transaction();
    expect(await transactions("used")).toBe(before + 1);
    await held.rollback();
    expect(await transactions("waiting")).toBe(0);
    expect(await read("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
    expect(await read("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  });

  it("counts passwords, those that wait, and calls over a limit", async () => {
    const done = async () => (await read(`knowhow_password_hashes_total{result="done"}`)) ?? 0;
    const before = await done();
    const busy = Array.from({ length: 12 }, () => hashPassword("Nolja!2026"));
    expect(await read(`knowhow_password_queue{state="running"}`)).toBe(2);
    expect(await read(`knowhow_password_queue{state="waiting"}`)).toBeGreaterThan(0);
    await Promise.all(busy);
    expect(await read(`knowhow_password_queue{state="running"}`)).toBe(0);
    expect((await done()) - before).toBe(12);
    for (let index = 0; index < 7; index += 1) await app.visitor().post("/api/register", {});
    expect(await read(`knowhow_rate_limited_total{limit="register"}`)).toBe(2);
  });

  it("shows orders that wait for the provider, jobs and alerts", async () => {
    const seller = await createSeller(app.deps);
    const buyer = await app.as(await createUser(app.deps));
    const order = await createOrder(buyer, await createContent(app.deps, seller.id));
    const payment = await authorise(app.url, order);
    expect(await read(`knowhow_orders_open{status="confirming"}`)).toBe(0);
    await control(app.url, "next", { drop: true });
    await control(app.url, "next", { drop: true });
    expect((await buyer.post("/api/payments/confirm", payment)).status).toBe(502);
    await app.moveClock(120_000);
    expect(await read(`knowhow_orders_open{status="confirming"}`)).toBe(1);
    expect(await read(`knowhow_orders_open_age_seconds{status="confirming"}`)).toBeGreaterThan(119);
    expect((await buyer.post("/api/payments/confirm", payment)).status).toBe(200);
    expect(await read(`knowhow_orders_open{status="confirming"}`)).toBe(0);

    expect(await read(`knowhow_alerts_open{kind="JOB_FAILED"}`)).toBeUndefined();
    await raiseAlert(app.deps, "JOB_FAILED", "one", {});
    await raiseAlert(app.deps, "JOB_FAILED", "two", {});
    expect(await read(`knowhow_alerts_open{kind="JOB_FAILED"}`)).toBe(2);
    await app.deps.pool.query("update alerts set resolved_at = app_now()");
    expect(await read(`knowhow_alerts_open{kind="JOB_FAILED"}`)).toBeUndefined();

    // A job that no worker knows waits for ever.
    await app.deps.pool.query(
      "select graphile_worker.add_job('nobodysJob', '{}'::json, run_at => now() - interval '90 seconds')",
    );
    expect(await read(`knowhow_jobs{state="waiting"}`)).toBeGreaterThanOrEqual(1);
    expect(await read("knowhow_jobs_waiting_age_seconds")).toBeGreaterThan(89);
    expect(await read("knowhow_payment_provider_up")).toBe(1);
    expect(await read("knowhow_assistant_calls_today")).toBe(0);
  });

  it("says that the database is away, and shows the rest", async () => {
    const outside = new pg.Client({ connectionString: inject("databaseUrl") });
    await outside.connect();
    const name = new URL(app.databaseUrl).pathname.slice(1);
    try {
      await outside.query(`alter database ${name} allow_connections false`);
      await outside.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
        name,
      ]);
      const text = await look();
      expect(valueOf(text, "knowhow_database_up")).toBe(0);
      expect(text).not.toContain("knowhow_orders_open");
      expect(valueOf(text, "process_resident_memory_bytes")).toBeGreaterThan(0);
    } finally {
      await outside.query(`alter database ${name} allow_connections true`);
      await outside.end();
    }
    await expect.poll(() => read("knowhow_database_up")).toBe(1);
  });

  it.each([
    ["x-forwarded-for", "192.0.2.1"],
    ["x-forwarded-for", "127.0.0.1"],
    ["forwarded", "for=127.0.0.1"],
    ["x-real-ip", "127.0.0.1"],
    ["x-forwarded-proto", "https"],
    ["via", "1.1 proxy"],
  ])("is not there for who comes through a proxy (%s: %s)", async (name, value) => {
    const answer = await app.visitor().get("/metrics", { headers: { [name]: value } });
    expect([answer.status, answer.body["code"]]).toEqual([404, "NOT_FOUND"]);
  });
});

describe("GET /metrics elsewhere", () => {
  it("is not there at all behind a proxy", async () => {
    const app = await startTestApp({ TRUST_PROXY: "1" });
    try {
      expect((await app.visitor().get("/metrics")).status).toBe(404);
    } finally {
      await app.stop();
    }
  });

  it("is for whoever has the token, wherever they come from", async () => {
    const token = "metrics-token-of-sixteen-or-more";
    const app = await startTestApp({ TRUST_PROXY: "1", METRICS_TOKEN: token });
    try {
      const as = (authorization: string) => app.visitor().get("/metrics", { headers: { authorization } });
      expect((await as(`Bearer ${token}`)).status).toBe(200);
      expect((await as(`bearer ${token}`)).status).toBe(200);
      for (const wrong of [
        "",
        "Bearer",
        `Bearer ${token}x`,
        `Bearer ${token.slice(1)}`,
        `Basic ${token}`,
        token,
      ]) {
        const answer = await as(wrong);
        expect([answer.status, answer.headers.get("www-authenticate")], wrong).toEqual([401, "Bearer"]);
        expect(answer.bytes.toString()).not.toContain("knowhow_");
      }
    } finally {
      await app.stop();
    }
  });
});
