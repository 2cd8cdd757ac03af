// The long runs, with their full counts: kills, races, outages and lost answers, many times over; docs/SOAK.md has
// figures. `npm run test:soak -- kills model` runs some of them, SOAK_SCALE=0.1 a tenth of each count.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const scale = Number(process.env.SOAK_SCALE ?? 1);
const count = (full) => String(Math.max(2, Math.round(full * scale)));
const server = (file, env, pattern) => ({
  args: [
    `${root}node_modules/vitest/vitest.mjs`,
    "run",
    "--project",
    "server",
    `packages/server/src/${file}`,
    ...(pattern === undefined ? [] : ["-t", pattern]),
  ],
  env,
});

const runs = {
  confirms: server("features/orders/attack.test.ts", { CONFIRM_ORDERS: count(500) }, "20 confirms at once"),
  outages: server("features/orders/outage.test.ts", { OUTAGE_ROUNDS: count(25) }),
  kills: server("features/orders/attack.test.ts", { ATTACK_ROUNDS: count(40) }, "killed at failpoint"),
  races: server(
    "features/orders/attack.test.ts",
    { ATTACK_ROUNDS: count(40) },
    "answer is lost|two tabs|amounts that are not ours",
  ),
  notices: server("features/orders/notices.test.ts", { NOTICE_RUNS: count(100) }),
  model: server("features/orders/attack.model.test.ts", { MODEL_RUNS: count(300), MODEL_STEPS: "30" }),
  market: server("features/settlements/market.model.test.ts", { MARKET_PURCHASES: count(1_000) }),
  processes: server("jobs/processes.test.ts", { KILL_SECONDS: String(Math.max(20, Math.round(60 * scale))) }),
  uploads: server("features/uploads/killed.test.ts", {
    UPLOAD_MEGABYTES: String(Math.max(96, Math.round((500 * scale) / 8) * 8)),
  }),
  backups: server("backup/backup.test.ts", { BACKUP_ROUNDS: count(50) }, "of one moment"),
  disk: server("diskFull.test.ts", { DISK_FULL_SECONDS: count(60) }),
  accounts: server("features/accounts/attack.test.ts", { ATTACK_ROUNDS: count(40) }),
  stalls: server("features/assistant/stalls.test.ts", { STALL_FILES: "all" }),
  texts: server("http/stalls.test.ts", { STALL_TEXTS: "all" }),
  summary: server("features/assistant/large.test.ts", { SUMMARY_PAGES: count(500) }),
  composing: {
    args: [`${root}scripts/e2e.mjs`, "e2e/pwa/chat.spec.ts", "--project=phone", "-g", "one Enter"],
    env: { CHAT_SENTENCES: count(100) },
  },
  drafts: {
    args: [`${root}scripts/e2e.mjs`, "e2e/pwa/offline-large.spec.ts", "--project=offline"],
    env: { DRAFT_MEGABYTES: String(Math.max(32, Math.round(500 * scale))) },
  },
  queue: {
    args: [`${root}scripts/e2e.mjs`, "e2e/pwa/offline-queue.spec.ts", "--project=offline"],
    env: { OFFLINE_ACTS: String(Math.max(30, Math.round(500 * scale))) },
  },
  consoles: {
    args: [`${root}scripts/e2e.mjs`, "e2e/desktop/triage.spec.ts", "--project=desktop", "-g", "two consoles"],
    env: { CONSOLE_REPORTS: count(100) },
  },
  former: { args: [`${root}scripts/former-release.mjs`], env: {} },
  logins: { args: ["--import", "tsx", `${root}bench/logins.ts`], env: {} },
  browsing: { args: ["--import", "tsx", `${root}bench/outage.ts`], env: {} },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in runs));
if (unknown.length > 0) {
  process.stderr.write(`no such run: ${unknown.join(", ")}; there are ${Object.keys(runs).join(", ")}\n`);
  process.exit(1);
}
const results = [];
for (const [name, { args, env }] of Object.entries(runs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...env, ...process.env },
  });
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const counts = Object.entries(env).map(([key, full]) => `${key}=${process.env[key] ?? full}`);
  results.push({ name, counts: counts.join(" "), seconds, passed: status === 0 });
}
console.table(results);
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
