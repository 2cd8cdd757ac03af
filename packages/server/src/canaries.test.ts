import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../dev-database/embedded.ts";
import { standinKeys } from "./localToss.ts";
import { TestClient, type Answer } from "../testing/client.ts";
import { authorise, control, createOrder } from "../testing/payments.ts";
import { startCollector, type Collector } from "../testing/collector.ts";
import { startServerProcess, type ServerProcess } from "../testing/process.ts";
import { pdfBytes } from "../testing/sampleFiles.ts";
import { contentBody, upload } from "../testing/uploads.ts";

/**
 * Values that only their owner may ever read: each is looked for in everything that the product writes about itself.
 */
const canaries: Record<string, string> = {
  password: "Canary!Pass71",
  "a wrong password": "Canary!Wrong72",
  "the new password": "Canary!Newer73",
  name: "가나리아",
  "the new name": "나리아가",
  "e-mail": "canary.one@canary.example",
  "the new e-mail": "canary.two@canary.example",
  phone: "01074747474",
  "the new phone": "01075757575",
  "account number": "110777666555442",
  holder: "예금카나리",
  "a name that somebody asked about": "canaryasked76",
  "what somebody searched for": "카나리아검색어",
  "what somebody wrote": "카나리아가 남긴 댓글",
  "what somebody drafted": "카나리아를 돌보는 비결",
  "idempotency key": "canary-idempotency-77",
  "session secret": "canary-session-secret-78-canary-session-secret",
  "encryption key": "ca9a41e5".repeat(8),
  "metrics token": "canary-metrics-token-79",
  "payment secret": standinKeys.secretKey,
  "payment security key": standinKeys.securityKey,
};
const known = (name: string): string => canaries[name] ?? name;

/** Every answer that any caller got, and the method and path that it answers. */
const answers: { what: string; answer: Answer }[] = [];

/** A caller whose answers are kept, and whose cookies are canaries. */
class Watched extends TestClient {
  override async request(...args: Parameters<TestClient["request"]>): Promise<Answer> {
    const answer = await super.request(...args);
    answers.push({ what: `${args[0]} ${args[1]}`, answer });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      // A device cookie is the person's id, which logs may name, and a secret.
      const secret = name === "device" ? (value.split(".")[1] ?? "") : value;
      if (secret.length > 8) canaries[`cookie ${name} ${secret}`] = secret;
    }
    return answer;
  }
}

/** The names of the canaries that a text gives away. */
const found = (text: string): string[] =>
  Object.entries(canaries)
    .filter(([, value]) => text.includes(value) || text.includes(encodeURIComponent(value)))
    .map(([name]) => name);

describe("what the product writes about itself", () => {
  let server: ServerProcess;
  let database: EmbeddedDatabase;
  let db: pg.Client;
  let dataDir: string;
  let collector: Collector;
  beforeAll(async () => {
    collector = await startCollector();
    dataDir = await mkdtemp(join(tmpdir(), "knowhow-canaries-"));
    // The server joins the database that is there; this one is quicker to start and to stop.
    const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
    database = await startEmbeddedDatabase({ dataDir, settings, log: () => undefined });
    server = await startServerProcess(undefined, {
      DATA_DIR: dataDir,
      LOG_LEVEL: "trace",
      SESSION_SECRET: known("session secret"),
      DATA_ENCRYPTION_KEY: known("encryption key"),
      METRICS_TOKEN: known("metrics token"),
      ...collector.settings,
    });
    canaries["database password"] = new URL(database.url).password;
    db = new pg.Client({ connectionString: database.url, options: "-c knowhow.test=on" });
    await db.connect();
    // Jobs are gone when they are done: what they were told is kept here.
    await db.query(`
      create table seen_jobs (payload text, last_error text);
      create function see_job() returns trigger language plpgsql as
        $$ begin insert into seen_jobs values (new.payload::text, new.last_error); return new; end $$;
      create trigger see_job after insert or update on graphile_worker._private_jobs
        for each row execute function see_job();`);
  });
  afterAll(async () => {
    await db.end();
    await server.kill();
    await database.stop();
    await collector.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const expectStatus = async (call: Promise<Answer>, status: number): Promise<Answer> => {
    const answer = await call;
    expect([answer.status, answer.body as unknown]).toEqual([status, answer.body]);
    return answer;
  };
  /** Breaks the database while something is done that needs it whole. */
  const whileBroken = async (
    breakingSql: string,
    mendingSql: string,
    work: () => Promise<unknown>,
  ): Promise<void> => {
    await db.query(breakingSql);
    try {
      await work();
    } finally {
      await db.query(mendingSql);
    }
  };

  const form = {
    name: known("name"),
    userId: "canary1",
    nickname: "노래하는새",
    email: known("e-mail"),
    password: known("password"),
    passwordConfirm: known("password"),
    phoneNumber: known("phone"),
    privacyConsent: true,
  };
  const account = {
    bankName: "KB국민은행",
    accountNumber: known("account number"),
    accountHolder: known("holder"),
  };
  const profile = {
    nickname: form.nickname,
    name: known("the new name"),
    email: known("the new e-mail"),
    phoneNumber: known("the new phone"),
  };

  it("holds no secret and nothing about a person, whatever happens", { timeout: 120_000 }, async () => {
    const seller = new Watched(server.url);
    const buyer = new Watched(server.url);
    const visitor = () => new Watched(server.url);
    const login = (client: TestClient, emailOrUserId: string, password: string) =>
      client.post("/api/login", { emailOrUserId, password });

    // An account: made, found taken, signed in to with right and wrong passwords, changed.
    await expectStatus(seller.post("/api/register", form), 201);
    await expectStatus(visitor().post("/api/register", form), 409);
    await expectStatus(visitor().post("/api/register", { ...form, email: `${form.email} x`, name: "" }), 400);
    await expectStatus(seller.post("/api/auth/logout"), 200);
    await expectStatus(login(seller, form.email, known("a wrong password")), 401);
    await expectStatus(login(seller, form.email, form.password), 200);
    for (let round = 0; round < 6; round += 1) await login(visitor(), form.email, known("a wrong password"));
    await expectStatus(visitor().get("/api/auth/me"), 401);
    await expectStatus(seller.put("/api/profile", profile), 200);
    await expectStatus(
      seller.put("/api/change-password", {
        currentPassword: form.password,
        newPassword: known("the new password"),
      }),
      200,
    );
    await expectStatus(
      seller.post("/api/auth/verify-password", { password: known("a wrong password") }),
      400,
    );
    await visitor().get(`/api/check-userid/${known("a name that somebody asked about")}`);
    await visitor().get(`/api/contents/search/${encodeURIComponent(known("what somebody searched for"))}`);
    await visitor().get(`/api/contents/search?q=${encodeURIComponent(known("what somebody searched for"))}`);
    await visitor().get(`/nowhere?email=${known("e-mail")}`);

    // A bank account: checked, refused, unknown because the provider fails, saved.
    await expectStatus(seller.post("/api/verify-account", account), 200);
    await expectStatus(seller.put("/api/user/bank-account", { ...account, accountHolder: "남의이름" }), 400);
    await control(server.url, "next", { code: "PROVIDER_ERROR" });
    await expectStatus(seller.post("/api/verify-account", account), 502);
    await expectStatus(seller.put("/api/user/bank-account", account), 200);

    // A content with a file, bought, downloaded, commented on.
    const path = await upload(seller, pdfBytes(), {
      kind: "file",
      fileName: "노트.pdf",
      type: "application/pdf",
    });
    for (const { answer } of answers) {
      const { uploadURL: address } = (answer.body as { uploadURL?: string } | undefined) ?? {};
      if (address !== undefined)
        canaries["upload signature"] = new URL(address).searchParams.get("signature") ?? "";
    }
    expect(canaries["upload signature"]).toMatch(/^.{20,}$/);
    const created = await expectStatus(
      seller.post("/api/contents", contentBody({ fileUrls: [path] }), {
        headers: { "idempotency-key": known("idempotency key") },
      }),
      201,
    );
    const content = { id: String(created.body["id"]), price: 10_000 };
    const draft = { userDescription: known("what somebody drafted") };
    await expectStatus(seller.post("/api/ai/content-suggestions", draft), 200);
    const second = { userId: "canary2", nickname: "듣는새", email: "buyer@canary.example" };
    await expectStatus(buyer.post("/api/register", { ...form, ...second }), 201);
    const order = await createOrder(buyer, content);
    const payment = await authorise(server.url, order);
    canaries["payment key"] = payment.paymentKey;
    const confirm = (amount = payment.amount) => buyer.post("/api/payments/confirm", { ...payment, amount });
    await expectStatus(confirm(1), 400);
    await control(server.url, "next", { drop: true });
    await control(server.url, "next", { code: "PROVIDER_ERROR" });
    await expectStatus(confirm(), 502);
    await expectStatus(confirm(), 200);
    await visitor().get(`/payment-success?paymentKey=${payment.paymentKey}&orderId=${order.orderNumber}`);
    const notice = (status: string) =>
      visitor().post("/api/payments/webhook", {
        eventType: "PAYMENT_STATUS_CHANGED",
        createdAt: "2026-11-21T10:00:00.000000",
        data: { paymentKey: payment.paymentKey, orderId: order.orderNumber, status },
      });
    await expectStatus(notice("DONE"), 200);
    await expectStatus(buyer.get(`/api/download/${content.id}/0`), 200);
    await expectStatus(visitor().get(`/api/download/${content.id}/0`), 401);
    await expectStatus(
      buyer.post(`/api/contents/${content.id}/comments`, { comment: known("what somebody wrote") }),
      201,
    );
    await expectStatus(buyer.get(`/api/contents/${randomUUID()}`), 404);

    // The database fails in the middle of it, each time in another way.
    const { rows } = await db.query<{ password: string; account_number: string }>(
      "select password, account_number from users where user_id = 'canary1'",
    );
    canaries["password hash"] = rows[0]?.password ?? "";
    canaries["encrypted account number"] = rows[0]?.account_number ?? "";
    await whileBroken(
      "alter table users add constraint odd check (phone_number <> '01075757575') not valid",
      "alter table users drop constraint odd",
      () => expectStatus(seller.put("/api/profile", profile), 500),
    );
    await whileBroken(
      "create unique index odd on users (phone_number) where user_id like 'canary%'",
      "drop index odd",
      () =>
        expectStatus(
          visitor().post("/api/register", {
            ...form,
            userId: "canary3",
            nickname: "새로운새",
            email: "x@canary.example",
          }),
          500,
        ),
    );
    await whileBroken(
      "alter table account_verifications alter account_holder type integer using 0",
      "alter table account_verifications alter account_holder type text using ''",
      () => expectStatus(seller.put("/api/user/bank-account", account), 500),
    );
    await whileBroken(
      "alter table content_comments rename to odd",
      "alter table odd rename to content_comments",
      () =>
        expectStatus(
          buyer.post(`/api/contents/${content.id}/comments`, { comment: known("what somebody wrote") }),
          500,
        ),
    );
    await whileBroken("alter table users rename to odd", "alter table odd rename to users", async () => {
      await expectStatus(login(visitor(), form.email, form.password), 500);
      await expectStatus(visitor().post("/api/register", form), 500);
      await expectStatus(
        visitor().get(`/api/check-userid/${known("a name that somebody asked about")}`),
        500,
      );
      await expectStatus(seller.get("/api/auth/me"), 500);
    });
    // A notice's job fails at what the notice names.
    await whileBroken("alter table orders rename to odd", "alter table odd rename to orders", async () => {
      await expectStatus(notice("ABORTED"), 500);
      await db.query(
        `with event as (
             insert into provider_events (dedupe_key, event_type, payment_key, order_number, order_id, body)
             select 'canary', 'PAYMENT_STATUS_CHANGED', $1, $2, id, '{"status": "CANCELED"}' from odd where order_number = $2
             returning id)
           select graphile_worker.add_job('providerEvent', json_build_object('eventId', id)) from event`,
        [payment.paymentKey, order.orderNumber],
      );
      const errors = "select 1 from seen_jobs where last_error is not null";
      await expect.poll(async () => (await db.query(errors)).rowCount).toBeGreaterThan(0);
    });
    // The provider takes a payment back that it had made: a person is called.
    const asShop = { authorization: `Basic ${Buffer.from(`${standinKeys.secretKey}:`).toString("base64")}` };
    const cancel = `/standin/toss/v1/payments/${payment.paymentKey}/cancel`;
    await expectStatus(
      visitor().post(cancel, { cancelReason: "시험", cancelAmount: 100 }, { headers: asShop }),
      200,
    );
    await expectStatus(notice("CANCELED"), 200);
    const alerts = "select to_jsonb(a)::text as text from alerts a";
    await expect.poll(async () => (await db.query(alerts)).rowCount).toBeGreaterThan(0);

    // Nothing of it anywhere.
    const metrics = await visitor().get("/metrics", {
      headers: { authorization: `Bearer ${known("metrics token")}` },
    });
    expect(metrics.status).toBe(200);
    const jobs = await db.query<{ payload: string; last_error: string | null }>("select * from seen_jobs");
    const place = await db.query<{ data_directory: string }>("show data_directory");
    const databaseLog = join(dirname(place.rows[0]?.data_directory ?? ""), "postgres.log");
    const written: Record<string, string[]> = {
      "error bodies": answers
        .filter(({ answer }) => answer.status >= 400)
        .map(({ answer }) => answer.bytes.toString()),
      metrics: metrics.bytes.toString().split("\n"),
      alerts: (await db.query<{ text: string }>(alerts)).rows.map(({ text }) => text),
      jobs: jobs.rows.map(({ payload }) => payload),
      log: server.output().split("\n"),
      traces: collector.bodies(),
      "the database's log": (await readFile(databaseLog, "utf8")).split("\n"),
    };
    // Those who failed did say so.
    expect(server.output()).toContain("a job failed");
    expect(server.output()).toContain("PAID_ORDER_PART_CANCELLED");
    const leaks = Object.entries(written).flatMap(([where, texts]) => {
      expect(texts.length, where).toBeGreaterThan(0);
      return texts.flatMap((text) => {
        const names = found(text);
        return names.length > 0 ? [{ where, names, text }] : [];
      });
    });
    expect(leaks).toEqual([]);
  });

  it("keeps in the database no password, account number, session or key that can be read", async () => {
    const isSecret = (name: string): boolean =>
      /password$|account number$|^cookie (sid|device\.sig)|secret|security key|encryption key|token|signature/.test(
        name,
      ) && !name.startsWith("encrypted");
    const secrets = Object.keys(canaries).filter(isSecret);
    expect(secrets.length).toBeGreaterThan(12);
    const tables = await db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.rows.length).toBeGreaterThan(20);
    for (const { name } of tables.rows) {
      const { rows } = await db.query<{ text: string }>(`select t::text as text from ${name} t`);
      for (const { text } of rows) expect(found(text).filter(isSecret), `${name}: ${text}`).toEqual([]);
    }
    // The same look finds what may be kept.
    const people = await db.query<{ text: string }>("select u::text as text from users u");
    expect(found(people.rows.map(({ text }) => text).join())).toContain("the new e-mail");
  });

  it("has one line for each request, by its id, and one more for what failed", async () => {
    await expect.poll(() => server.output()).toContain(answers.at(-1)?.answer.headers.get("x-request-id"));
    const lines = server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>); // Written by the log alone.
    expect(answers.length).toBeGreaterThan(40);
    for (const { what, answer } of answers) {
      const id = answer.headers.get("x-request-id");
      const requestLines = lines.filter(({ requestId }) => requestId === id);
      const requests = requestLines.filter(({ msg }) => msg === "request");
      expect(requests, what).toHaveLength(1);
      expect(requests[0], what).toMatchObject({
        level: 30,
        status: answer.status,
        method: what.split(" ")[0],
      });
      const failures = requestLines.filter(({ level }) => Number(level) >= 50);
      expect(failures, what).toHaveLength(answer.status === 500 ? 1 : 0);
      if (answer.status !== 500) continue;
      expect(failures[0], what).toMatchObject({ err: { stack: expect.stringContaining("at ") as string } });
      expect(answer.body, what).toEqual({
        code: "INTERNAL",
        message: "일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요.",
      });
    }
    expect(answers.filter(({ answer }) => answer.status === 500).length).toBeGreaterThan(6);
  });
});
