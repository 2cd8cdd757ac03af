import { mkdtempSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const local = () => ({ DATA_DIR: mkdtempSync(join(tmpdir(), "knowhow-config-")) });

const production = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://x@db/knowhow",
  PUBLIC_URL: "https://knowhow.example",
  SESSION_SECRET: "s".repeat(64),
  DATA_ENCRYPTION_KEY: "a".repeat(64),
  TOSS_CLIENT_KEY: "live_ck_x",
  TOSS_SECRET_KEY: "live_sk_x",
  TOSS_SECURITY_KEY: "b".repeat(64),
  BUSINESS_NAME: "x",
  BUSINESS_REPRESENTATIVE: "x",
  BUSINESS_REGISTRATION_NO: "x",
  BUSINESS_MAIL_ORDER_NO: "x",
  BUSINESS_ADDRESS: "x",
  BUSINESS_PHONE: "x",
  BUSINESS_EMAIL: "x",
  SOCIAL_URL: "https://x.example",
  HOSTING_PROVIDER: "x",
};

const s3 = {
  S3_BUCKET: "knowhow",
  S3_ENDPOINT: "https://s3.ap-northeast-2.amazonaws.com",
  S3_REGION: "ap-northeast-2",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
};

describe("readConfig", () => {
  it("needs nothing locally, and keeps the secrets it makes", () => {
    const env = local();
    const first = readConfig(env);
    const again = readConfig(env);
    expect(again.sessionSecret).toBe(first.sessionSecret);
    expect(again.encryptionKey.equals(first.encryptionKey)).toBe(true);
    expect(first).toMatchObject({ port: 3_000, seedDemo: true, rateLimits: true, adminUserIds: ["admin1"] });
    expect(first.toss.standin).toBe(true);
    expect(statSync(join(env.DATA_DIR, "secrets.json")).mode & 0o077).toBe(0);
  });

  it("runs one process locally, one for each core in production, and as many as are asked for", () => {
    expect(readConfig(local()).processes).toBe(1);
    expect(readConfig(production).processes).toBe(availableParallelism());
    expect(readConfig({ ...production, PROCESSES: "1" }).processes).toBe(1);
    expect(readConfig({ ...local(), PROCESSES: "3" }).processes).toBe(3);
    for (const PROCESSES of ["0", "65", "1.5", "many"])
      expect(() => readConfig({ ...local(), PROCESSES })).toThrow(/^PROCESSES: must be a/);
  });

  it("knows no administrator without demo data", () => {
    expect(readConfig({ ...local(), SEED_DEMO: "false" }).adminUserIds).toEqual([]);
    expect(readConfig({ ...local(), ADMIN_USER_IDS: "Boss1, root2 ," }).adminUserIds).toEqual([
      "boss1",
      "root2",
    ]);
  });

  it("asks the AI service with a key, and says what does nothing without one", () => {
    expect(readConfig(local())).toMatchObject({ openAi: undefined, aiDailyWon: 10_000, warnings: [] });
    const given = { ...local(), OPENAI_API_KEY: "sk-x", OPENAI_BASE_URL: "http://ai.example/v1/" };
    expect(readConfig({ ...given, AI_DAILY_BUDGET_WON: "0" })).toMatchObject({
      openAi: { apiKey: "sk-x", baseUrl: "http://ai.example/v1", model: "gpt-4.1-mini" },
      aiDailyWon: 0,
    });
    expect(
      readConfig({ ...local(), OPENAI_MODEL: "m", OPENAI_BASE_URL: "http://ai.example" }).warnings,
    ).toEqual(["OPENAI_BASE_URL, OPENAI_MODEL: does nothing without OPENAI_API_KEY"]);
    expect(readConfig({ ...production, OPENAI_API_KEY: "sk-x" }).openAi?.model).toBe("gpt-4.1-mini");
    expect(readConfig(production).openAi).toBeUndefined();
  });

  it("runs in production with everything set", () => {
    const config = readConfig(production);
    expect(config).toMatchObject({ seedDemo: false, secureCookies: true, validateAnswers: false });
    expect(config.toss).toMatchObject({ standin: false, apiBase: "https://api.tosspayments.com" });
  });

  it("stores in a folder without the settings of S3, and needs all of them", () => {
    expect(readConfig(local()).s3).toBeUndefined();
    expect(readConfig({ ...local(), S3_BUCKET: " " }).s3).toBeUndefined();
    expect(readConfig({ ...production, ...s3 }).s3).toEqual({
      bucket: "knowhow",
      endpoint: "https://s3.ap-northeast-2.amazonaws.com",
      region: "ap-northeast-2",
      accessKeyId: "id",
      secretAccessKey: "secret",
    });
    for (const name of Object.keys(s3)) {
      expect(() => readConfig({ ...local(), ...s3, [name]: "" })).toThrow(
        `${name}: missing; the S3_ settings are set all five or none`,
      );
    }
    for (const wrong of ["s3.example", "https://s3.example/path", "https://id:key@s3.example", "ftp://x"]) {
      expect(() => readConfig({ ...local(), ...s3, S3_ENDPOINT: wrong })).toThrow(/^S3_ENDPOINT/);
    }
  });

  it.each([
    [{ PORT: "eighty" }, /^PORT/],
    [{ RATE_LIMITS: "maybe" }, /^RATE_LIMITS/],
    [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL/],
    [{ PUBLIC_URL: "knowhow.example" }, /^PUBLIC_URL/],
    [{ DATA_ENCRYPTION_KEY: "short" }, /^DATA_ENCRYPTION_KEY/],
    [{ SESSION_SECRET: "short" }, /^SESSION_SECRET/],
    [{ NODE_ENV: "prod" }, /^NODE_ENV/],
    [{ SETTLEMENT_HOLD_DAYS: "3" }, /^SETTLEMENT_HOLD_DAYS/],
    [{ SETTLEMENT_HOLD_DAYS: "week" }, /^SETTLEMENT_HOLD_DAYS: must be a number of days$/],
    [{ PORT: "70000" }, /^PORT: must be a number from 0 to 65535$/],
    [{ FAILPOINT: "z" }, /^FAILPOINT/],
    [{ OPENAI_API_KEY: "two words" }, /^OPENAI_API_KEY/],
    [{ OPENAI_BASE_URL: "ai.example" }, /^OPENAI_BASE_URL/],
    [{ OPENAI_BASE_URL: "https://key@ai.example" }, /^OPENAI_BASE_URL/],
    [{ AI_DAILY_BUDGET_WON: "-1" }, /^AI_DAILY_BUDGET_WON/],
    [{ AI_DAILY_BUDGET_WON: "much" }, /^AI_DAILY_BUDGET_WON/],
    [{ TOSS_CLIENT_KEY: "test_ck_x" }, /set all three or none/],
    [{ TOSS_CLIENT_KEY: "test_gck_x" }, /^TOSS_CLIENT_KEY/],
    [
      { TOSS_CLIENT_KEY: "test_ck_x", TOSS_SECRET_KEY: "live_sk_x", TOSS_SECURITY_KEY: "b".repeat(64) },
      /test key/,
    ],
    [
      {
        TOSS_CLIENT_KEY: "live_ck_x",
        TOSS_SECRET_KEY: "live_sk_x",
        TOSS_SECURITY_KEY: "b".repeat(64),
        TOSS_API_BASE: "https://api.tosspayments.com.evil.example",
      },
      /^TOSS_API_BASE/,
    ],
  ])("refuses %j", (wrong, message) => {
    expect(() => readConfig({ ...local(), ...wrong })).toThrow(message);
  });

  it.each([
    ...Object.keys(production)
      .filter((name) => name !== "NODE_ENV")
      .map((name) => ({ [name]: "" })),
    { SEED_DEMO: "true" },
    { S3_BUCKET: "bucket" },
    { ...s3, S3_ENDPOINT: "http://s3.example" },
    { DATABASE_READ_URL: "replica/knowhow" },
    { DATABASE_DIRECT_URL: "database/knowhow" },
    { RATE_LIMITS: "off" },
    { METRICS_TOKEN: "short" },
    { FAILPOINT: "a" },
    { PUBLIC_URL: "http://knowhow.example" },
    { TOSS_CLIENT_KEY: "test_ck_x", TOSS_SECRET_KEY: "test_sk_x" },
  ])("refuses production with %j", (wrong) => {
    expect(() => readConfig({ ...production, ...wrong })).toThrow(/^[^\n]+$/);
  });

  it.each([{}, { SEED_DEMO: "" }, { SEED_DEMO: " " }, { SEED_DEMO: "false" }])(
    "has no demo data in production with %j",
    (given) => {
      expect(readConfig({ ...production, ...given }).seedDemo).toBe(false);
    },
  );

  it("takes a failpoint by its name and by its letter", () => {
    for (const FAILPOINT of ["g", "providerCancelled"])
      expect(readConfig({ ...local(), NODE_ENV: "test", FAILPOINT }).failpoint).toBe("providerCancelled");
    expect(readConfig({ ...local(), NODE_ENV: "test" }).failpoint).toBeUndefined();
  });

  it("takes one pair of keys for notifications, makes its own where it is local, and sends none in production without", () => {
    const made = local();
    const own = readConfig(made).push;
    expect(own?.publicKey).toMatch(/^B[\w-]{86}$/);
    expect(readConfig(made).push).toEqual(own);
    const [publicKey = "", privateKey = ""] = [own?.publicKey, own?.privateKey];
    const other = readConfig(local()).push?.publicKey ?? "";
    expect(other).not.toBe(publicKey);
    const keys = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
    expect(readConfig(production).push).toBeUndefined();
    expect(readConfig({ ...production, ...keys }).push).toEqual({
      publicKey,
      privateKey,
      subject: production.PUBLIC_URL,
      origins: [],
    });
    for (const wrong of [
      { VAPID_PUBLIC_KEY: publicKey },
      { VAPID_PRIVATE_KEY: privateKey },
      { ...keys, VAPID_PUBLIC_KEY: other },
      { ...keys, VAPID_PRIVATE_KEY: "A".repeat(43) },
      { ...keys, PUSH_SERVICES: "push.example" },
    ])
      expect(() => readConfig({ ...production, ...wrong }), JSON.stringify(wrong)).toThrow(/^[^\n]+$/);
  });

  it("warns once of a failpoint outside tests", () => {
    expect(readConfig({ ...local(), NODE_ENV: "test", FAILPOINT: "a" }).warnings).toEqual([]);
    expect(readConfig({ ...local(), FAILPOINT: "a" }).warnings).toHaveLength(1);
    expect(readConfig(production).warnings).toEqual([]);
  });
});
