import { refundDays } from "@knowhow/shared";
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { boolean, number, object, string, ValidationError, type InferType } from "yup";
import { ConfigError, refuse } from "./configError.ts";
import { defaultDailyWon, openAiOf, type OpenAiSettings } from "./configOpenAi.ts";
import { pushOf, type PushSettings } from "./configPush.ts";
import { s3Of, type S3Settings } from "./configS3.ts";
import { tossOf } from "./configToss.ts";
import { inServer } from "./places.ts";

/** The places where tests may kill the process, and the letter that `FAILPOINT` takes as well. */
const failpoints = {
  claimBeforeCommit: "a",
  claimed: "b",
  providerConfirmed: "c",
  saleBeforeCommit: "d",
  saleCommitted: "e",
  refundClaimed: "f",
  providerCancelled: "g",
  payoutClaimed: "h",
  uploadReceived: "i",
  uploadAdopted: "j",
} as const;
export type Failpoint = keyof typeof failpoints;
const failpointNames = Object.keys(failpoints) as Failpoint[]; // As declared above.

const flagWords: Record<string, boolean> = {
  true: true,
  on: true,
  "1": true,
  false: false,
  off: false,
  "0": false,
};

const flag = () =>
  boolean()
    .transform((value: unknown, original: unknown) =>
      typeof original === "string" ? (flagWords[original] ?? original) : value,
    )
    .typeError("must be true or false");

const schema = object({
  NODE_ENV: string().oneOf(["production", "development", "test", "local"]).default("local"),
  PORT: number()
    .typeError("must be a number from 0 to 65535")
    .integer("must be a whole number")
    .min(0, "must be a number from 0 to 65535")
    .max(65_535, "must be a number from 0 to 65535")
    .default(3_000),
  PROCESSES: number()
    .typeError("must be a number from 1 to 64")
    .integer("must be a whole number")
    .min(1, "must be a number from 1 to 64")
    .max(64, "must be a number from 1 to 64"),
  PUBLIC_URL: string().matches(/^https?:\/\/[^/?#]+$/, "must be an origin such as https://knowhow.example"),
  DATA_DIR: string().default(".data"),
  APP_DIR: string(),
  /** On unless this is production. */
  SEED_DEMO: flag(),
  DATABASE_URL: string().matches(/^postgres(ql)?:\/\//, "must be a postgres:// address"),
  DATABASE_DIRECT_URL: string().matches(/^postgres(ql)?:\/\//, "must be a postgres:// address"),
  DATABASE_READ_URL: string().matches(/^postgres(ql)?:\/\//, "must be a postgres:// address"),
  ADMIN_USER_IDS: string(),
  TRUST_PROXY: string().matches(/^(true|false|[0-9]+)$/, "must be true, false or the number of proxies"),
  OTEL_EXPORTER_OTLP_ENDPOINT: string().matches(
    /^https?:\/\/[^?#@]+$/,
    "must be an address such as http://collector:4318",
  ),
  METRICS_TOKEN: string().matches(/^\S+$/, "must not contain spaces"),
  RATE_LIMITS: flag().default(true),
  SERVICE_WORKER: flag().default(true),
  LOG_LEVEL: string().oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  SESSION_SECRET: string().min(32, "must have at least 32 characters"),
  DATA_ENCRYPTION_KEY: string().matches(/^[0-9a-fA-F]{64}$/, "must be 64 hexadecimal digits"),
  SETTLEMENT_HOLD_DAYS: number()
    .typeError("must be a number of days")
    .integer()
    .min(0)
    .max(365)
    .default(refundDays),
  FAILPOINT: string().oneOf([...failpointNames, ...Object.values(failpoints)]),
  TOSS_CLIENT_KEY: string().matches(/^(test|live)_ck_/, "must be an API client key (test_ck_… or live_ck_…)"),
  TOSS_SECRET_KEY: string().matches(/^(test|live)_sk_/, "must be an API secret key (test_sk_… or live_sk_…)"),
  TOSS_SECURITY_KEY: string().matches(/^[0-9a-fA-F]{64}$/, "must be 64 hexadecimal digits"),
  TOSS_SDK_URL: string().matches(/^https?:\/\//, "must be an address"),
  TOSS_API_BASE: string().matches(/^https?:\/\//, "must be an address"),
  OPENAI_API_KEY: string().matches(/^[\x21-\x7e]+$/, "must be a key without blanks"),
  OPENAI_BASE_URL: string().matches(
    /^https?:\/\/[^?#@]+$/,
    "must be an address such as https://ai.example/v1",
  ),
  OPENAI_MODEL: string(),
  AI_DAILY_BUDGET_WON: number()
    .typeError("must be a number of won")
    .integer()
    .min(0)
    .max(1_000_000_000)
    .default(defaultDailyWon),
  S3_BUCKET: string().matches(/^[a-z0-9][a-z0-9.-]+$/, "must be a bucket's name"),
  S3_ENDPOINT: string().matches(/^https?:\/\/[^/?#@]+$/, "must be an origin such as https://s3.example"),
  S3_REGION: string(),
  S3_ACCESS_KEY_ID: string(),
  S3_SECRET_ACCESS_KEY: string(),
  VAPID_PUBLIC_KEY: string().matches(/^B[\w-]{86}$/, "must be a public key on P-256 in base64url"),
  VAPID_PRIVATE_KEY: string().matches(/^[\w-]{43}$/, "must be a private key on P-256 in base64url"),
  PUSH_SERVICES: string().matches(
    /^https?:\/\/[^/?#@,\s]+(\s*,\s*https?:\/\/[^/?#@,\s]+)*$/,
    "must be origins such as https://push.example, with commas between them",
  ),
  BUSINESS_NAME: string(),
  BUSINESS_REPRESENTATIVE: string(),
  BUSINESS_REGISTRATION_NO: string(),
  BUSINESS_MAIL_ORDER_NO: string(),
  BUSINESS_ADDRESS: string(),
  BUSINESS_PHONE: string(),
  BUSINESS_EMAIL: string(),
  SOCIAL_URL: string().matches(/^https:\/\//, "must be an https address"),
  HOSTING_PROVIDER: string(),
});
/** The settings as they were given, each judged by itself. */
export type Environment = InferType<typeof schema>;

const exampleBusiness = {
  name: "노하우 (예시)",
  representative: "김노하 (예시)",
  registrationNo: "000-00-00000 (예시)",
  mailOrderNo: "제0000-서울예시-0000호 (예시)",
  address: "서울특별시 예시구 예시로 1 (예시)",
  phone: "02-0000-0000 (예시)",
  email: "help@example.com (예시)",
  hosting: "자체 호스팅 (예시)",
  socialUrl: "https://example.com/knowhow",
};

/** Business details that the law wants in the footer. */
export type BusinessSettings = typeof exampleBusiness;

/** Everything the environment decides, validated. */
export interface Config {
  environment: Environment["NODE_ENV"];
  port: number;
  /** Processes that serve the port. */
  processes: number;
  /** Origin under which people reach the product; without it each request's own origin counts. */
  publicUrl: string | undefined;
  dataDir: string;
  /** Where the built app lies. */
  appDir: string;
  seedDemo: boolean;
  databaseUrl: string | undefined;
  /** The same database past a pooler in transaction mode, which `databaseUrl` leads to then. */
  directUrl: string | undefined;
  /** A streaming replica of that database, for reads that may be a second late. */
  readUrl: string | undefined;
  /** Lower-case login ids of administrators. */
  adminUserIds: readonly string[];
  /** Number of proxies whose forwarded headers count; 0 for none. */
  proxies: number;
  /** The token for reading the measures; without it this machine alone may, in production no caller. */
  metricsToken: string | undefined;
  /** Where spans are sent; undefined: nothing is traced. */
  traceEndpoint: string | undefined;
  rateLimits: boolean;
  /** Off: the service worker of every device ends itself. */
  serviceWorker: boolean;
  logLevel: Environment["LOG_LEVEL"];
  sessionSecret: string;
  encryptionKey: Buffer;
  settlementHoldDays: number;
  failpoint: Failpoint | undefined;
  /** Answers are held against the contract, field by field: in tests and development. */
  validateAnswers: boolean;
  secureCookies: boolean;
  toss: {
    clientKey: string;
    secretKey: string;
    securityKey: string;
    /** Address of the browser script; undefined means the stand-in of this process. */
    sdkUrl: string | undefined;
    /** Base of the REST calls; undefined means the stand-in of this process. */
    apiBase: string | undefined;
    /** Whether this process serves the stand-in itself. */
    standin: boolean;
  };
  /** The object storage; undefined means a folder of the data directory. */
  s3: S3Settings | undefined;
  /** The service that drafts and summarises; undefined means the helper that is built in. */
  openAi: OpenAiSettings | undefined;
  /** What that service may cost in a day of Korea, in won. */
  aiDailyWon: number;
  /** Notifications for closed apps; undefined means that none are sent. */
  push: PushSettings | undefined;
  business: BusinessSettings;
  /** Warnings for the operator, a line each. */
  warnings: readonly string[];
}

const readEnvironment = (env: NodeJS.ProcessEnv): Environment => {
  const given = Object.fromEntries(
    Object.keys(schema.fields)
      .map((name) => [name, env[name]?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  try {
    return schema.validateSync(given, { abortEarly: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const name = error.path ?? "configuration";
    throw new ConfigError(`${name}: ${error.message.replace(`${name} `, "")}`);
  }
};

/** Secrets of a local installation, made once and kept beside the data. */
const localSecrets = (dataDir: string): { session: string; encryption: string } => {
  const path = join(dataDir, "secrets.json");
  mkdirSync(dataDir, { recursive: true });
  try {
    const fresh = { session: randomBytes(32).toString("hex"), encryption: randomBytes(32).toString("hex") };
    writeFileSync(path, JSON.stringify(fresh), { flag: "wx", mode: 0o600 });
    return fresh;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    // Written above by this program alone; a damaged file must stop the start, not make new keys.
    const kept = JSON.parse(readFileSync(path, "utf8")) as { session?: string; encryption?: string };
    if (!kept.session || !kept.encryption)
      throw new ConfigError(`${path} is damaged: restore it from a backup`);
    return { session: kept.session, encryption: kept.encryption };
  }
};

const businessOf = (env: Environment, production: boolean): BusinessSettings => {
  const given: Partial<Record<keyof BusinessSettings, string | undefined>> = {
    name: env.BUSINESS_NAME,
    representative: env.BUSINESS_REPRESENTATIVE,
    registrationNo: env.BUSINESS_REGISTRATION_NO,
    mailOrderNo: env.BUSINESS_MAIL_ORDER_NO,
    address: env.BUSINESS_ADDRESS,
    phone: env.BUSINESS_PHONE,
    email: env.BUSINESS_EMAIL,
    hosting: env.HOSTING_PROVIDER,
    socialUrl: env.SOCIAL_URL,
  };
  const missing = Object.entries(given).filter(([, value]) => !value);
  refuse(
    production && missing.length > 0,
    "production needs every business detail: BUSINESS_*, SOCIAL_URL and HOSTING_PROVIDER",
  );
  return {
    ...exampleBusiness,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
  };
};

/** Settings that are accepted and do less than they seem to. */
const warningsOf = (values: Environment): string[] => {
  const alone = (["OPENAI_BASE_URL", "OPENAI_MODEL"] as const).filter((name) => values[name] !== undefined);
  return [
    ...(alone.length > 0 && values.OPENAI_API_KEY === undefined
      ? [`${alone.join(", ")}: does nothing without OPENAI_API_KEY`]
      : []),
    ...(values.FAILPOINT !== undefined && values.NODE_ENV !== "test"
      ? [`FAILPOINT: this process will end itself at ${values.FAILPOINT}; it is for tests only`]
      : []),
  ];
};

/** Reads and judges the environment; the only reader of it. Throws ConfigError with one clear line. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const values = readEnvironment(env);
  const production = values.NODE_ENV === "production";
  const test = values.NODE_ENV === "test";
  const seedDemo = values.SEED_DEMO ?? !production;
  refuse(production && seedDemo, "SEED_DEMO: production does not start with demo accounts");
  refuse(production && !values.RATE_LIMITS, "RATE_LIMITS: can not be switched off in production");
  refuse(
    production && values.METRICS_TOKEN !== undefined && values.METRICS_TOKEN.length < 16,
    "METRICS_TOKEN: must have at least 16 characters in production",
  );
  refuse(production && values.FAILPOINT !== undefined, "FAILPOINT: is for tests only");
  refuse(production && values.DATABASE_URL === undefined, "DATABASE_URL is needed in production");
  refuse(
    values.DATABASE_READ_URL !== undefined && values.DATABASE_URL === undefined,
    "DATABASE_READ_URL: is a replica of DATABASE_URL, which is not set",
  );
  refuse(
    values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined,
    "DATABASE_DIRECT_URL: is the way past the pooler of DATABASE_URL, which is not set",
  );
  refuse(production && values.SESSION_SECRET === undefined, "SESSION_SECRET is needed in production");
  refuse(
    production && values.DATA_ENCRYPTION_KEY === undefined,
    "DATA_ENCRYPTION_KEY is needed in production",
  );
  refuse(
    production && !values.PUBLIC_URL?.startsWith("https://"),
    "PUBLIC_URL: production is reached over https",
  );
  refuse(
    !test && values.SETTLEMENT_HOLD_DAYS < refundDays,
    `SETTLEMENT_HOLD_DAYS: at least ${refundDays}, the days in which a purchase can be returned`,
  );
  const adminUserIds = (values.ADMIN_USER_IDS ?? (seedDemo ? "admin1" : ""))
    .split(",")
    .map((id) => id.trim().toLowerCase())
    .filter((id) => id !== "");
  const dataDir = resolve(values.DATA_DIR);
  const toss = tossOf(values, production);
  const s3 = s3Of(values, production);
  const business = businessOf(values, production);
  const warnings = warningsOf(values);
  const secrets =
    values.SESSION_SECRET !== undefined && values.DATA_ENCRYPTION_KEY !== undefined
      ? undefined
      : localSecrets(dataDir);
  const encryptionKey = Buffer.from(values.DATA_ENCRYPTION_KEY ?? secrets?.encryption ?? "", "hex");
  const trust = values.TRUST_PROXY ?? "false";
  return {
    environment: values.NODE_ENV,
    port: values.PORT,
    processes: values.PROCESSES ?? (production ? availableParallelism() : 1),
    publicUrl: values.PUBLIC_URL,
    dataDir,
    appDir: values.APP_DIR === undefined ? inServer("../pwa/dist") : resolve(values.APP_DIR),
    seedDemo,
    databaseUrl: values.DATABASE_URL,
    directUrl: values.DATABASE_DIRECT_URL,
    readUrl: values.DATABASE_READ_URL,
    adminUserIds,
    proxies: trust === "true" ? 1 : trust === "false" ? 0 : Number(trust),
    metricsToken: values.METRICS_TOKEN,
    traceEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    rateLimits: values.RATE_LIMITS,
    serviceWorker: values.SERVICE_WORKER,
    logLevel: values.LOG_LEVEL,
    sessionSecret: values.SESSION_SECRET ?? secrets?.session ?? "",
    encryptionKey,
    settlementHoldDays: values.SETTLEMENT_HOLD_DAYS,
    failpoint: failpointNames.find(
      (name) => values.FAILPOINT === name || values.FAILPOINT === failpoints[name],
    ),
    validateAnswers: test || values.NODE_ENV === "development",
    secureCookies: values.PUBLIC_URL?.startsWith("https://") ?? false,
    toss,
    openAi: openAiOf(values),
    aiDailyWon: values.AI_DAILY_BUDGET_WON,
    push: pushOf(values, production, encryptionKey),
    s3,
    business,
    warnings,
  };
};
