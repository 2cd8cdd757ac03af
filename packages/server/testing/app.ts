import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../src/config.ts";
import type { Deps } from "../src/deps.ts";
import { runAlone } from "../src/database/runAlone.ts";
import { reconcileDue } from "../src/features/orders/reconcile.ts";
import { startServer } from "../src/server.ts";
import { TestClient } from "./client.ts";
import { createTestDatabase, databaseEnv } from "./database.ts";
import { brokenInvariants } from "./invariants.ts";

/** Between tries to begin a round while another is under way. */
const betweenTriesMs = 20;

/** The whole product on a database of its own, for one test file. */
export interface TestApp {
  url: string;
  deps: Deps;
  databaseUrl: string;
  dataDir: string;
  /** A caller without a session. */
  visitor(): TestClient;
  /** A caller signed in as this person just now, without the cost of a password. */
  as(user: { id: string }): Promise<TestClient>;
  /** The password is entered just now in all sessions of this person, as after a long wait. */
  enterPassword(user: { id: string }): Promise<void>;
  /** Moves the product's clock by milliseconds. */
  moveClock(ms: number): Promise<void>;
  /** One round of the reconciler, begun when no other is under way. */
  reconcile(): Promise<void>;
  /** Stops everything, after the money invariants were checked. */
  stop(): Promise<void>;
}

const cookieSignature = (secret: string, name: string, value: string): string =>
  createHmac("sha1", secret)
    .update(`${name}=${value}`)
    .digest("base64")
    .replace(/\/|\+|=/g, (character) => (character === "/" ? "_" : character === "+" ? "-" : ""));

/**
 * Starts the product; `env` overrides settings, for example `{ RATE_LIMITS: "on" }`. What comes by the real clock
 * would come between the steps of a test that moves the product's: it is left out.
 */
export const startTestApp = async (env: Record<string, string> = {}): Promise<TestApp> => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "knowhow-app-"));
  const server = await startServer(
    readConfig({
      NODE_ENV: "test",
      PORT: "0",
      ...databaseEnv(database.url),
      DATA_DIR: dataDir,
      SEED_DEMO: "false",
      RATE_LIMITS: "off",
      ADMIN_USER_IDS: "admin1",
      LOG_LEVEL: process.env["TEST_LOG"] ?? "silent",
      ...env,
    }),
    { byClock: false },
  );
  const { deps } = server;
  return {
    url: server.url,
    deps,
    databaseUrl: database.url,
    dataDir,
    visitor: () => new TestClient(server.url),
    async as({ id }) {
      const sid = randomBytes(32).toString("base64url");
      await deps.pool.query(
        `insert into sessions (id_hash, user_id, data, expires_at, password_at)
         values ($1, $2, $3, app_now() + interval '14 days', app_now())`,
        [createHash("sha256").update(sid).digest("base64url"), id, JSON.stringify({ userId: id })],
      );
      const client = new TestClient(server.url);
      client.cookies.set("sid", sid);
      client.cookies.set("sid.sig", cookieSignature(deps.config.sessionSecret, "sid", sid));
      return client;
    },
    async enterPassword({ id }) {
      await deps.pool.query("update sessions set password_at = app_now() where user_id = $1", [id]);
    },
    async moveClock(ms) {
      await deps.pool.query("update app_clock set shift = shift + $1 * interval '1 ms'", [ms]);
    },
    async reconcile() {
      while (!(await runAlone(deps.directPool, "reconcile", () => reconcileDue(deps))))
        await sleep(betweenTriesMs);
    },
    async stop() {
      const broken = await brokenInvariants(deps.pool);
      await server.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (broken.length > 0) throw new Error(`invariants broken: ${JSON.stringify(broken)}`);
    },
  };
};
