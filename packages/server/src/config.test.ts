import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
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

  it("knows no administrator without demo data", () => {
    expect(readConfig({ ...local(), SEED_DEMO: "false" }).adminUserIds).toEqual([]);
    expect(readConfig({ ...local(), ADMIN_USER_IDS: "Boss1, root2 ," }).adminUserIds).toEqual([
      "boss1",
      "root2",
    ]);
  });

  it("runs in production with everything set", () => {
    const config = readConfig(production);
    expect(config).toMatchObject({ seedDemo: false, secureCookies: true, validateAnswers: false });
    expect(config.toss).toMatchObject({ standin: false, apiBase: "https://api.tosspayments.com" });
  });

  it.each([
    [{ PORT: "eighty" }, /^PORT/],
    [{ PORT: "70000" }, /^PORT/],
    [{ RATE_LIMITS: "maybe" }, /^RATE_LIMITS/],
    [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL/],
    [{ PUBLIC_URL: "knowhow.example" }, /^PUBLIC_URL/],
    [{ DATA_ENCRYPTION_KEY: "short" }, /^DATA_ENCRYPTION_KEY/],
    [{ SESSION_SECRET: "short" }, /^SESSION_SECRET/],
    [{ NODE_ENV: "prod" }, /^NODE_ENV/],
    [{ SETTLEMENT_HOLD_DAYS: "3" }, /^SETTLEMENT_HOLD_DAYS/],
    [{ FAILPOINT: "z" }, /^FAILPOINT/],
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
    { S3_BUCKET: "b" },
    { OPENAI_API_KEY: "k" },
    { DATABASE_READ_URL: "postgres://x@replica/knowhow" },
    { RATE_LIMITS: "off" },
    { FAILPOINT: "a" },
    { PUBLIC_URL: "http://knowhow.example" },
    { TOSS_CLIENT_KEY: "test_ck_x", TOSS_SECRET_KEY: "test_sk_x" },
  ])("refuses production with %j", (wrong) => {
    expect(() => readConfig({ ...production, ...wrong })).toThrow(/^[^\n]+$/);
  });

  it("warns once of settings that nothing uses yet, and of a failpoint outside tests", () => {
    expect(readConfig({ ...local(), S3_BUCKET: " ", OPENAI_API_KEY: "" }).warnings).toEqual([]);
    expect(readConfig({ ...local(), S3_BUCKET: "b", METRICS_TOKEN: "t" }).warnings).toEqual([
      "S3_BUCKET, METRICS_TOKEN: nothing uses this setting yet",
    ]);
    expect(readConfig({ ...local(), NODE_ENV: "test", FAILPOINT: "a" }).warnings).toEqual([]);
    expect(readConfig({ ...local(), FAILPOINT: "a" }).warnings).toHaveLength(1);
    expect(readConfig(production).warnings).toEqual([]);
    expect(() => readConfig({ ...production, S3_BUCKET: "b", S3_REGION: "r" })).toThrow(
      "S3_BUCKET, S3_REGION: nothing uses this setting yet; remove it",
    );
  });
});
