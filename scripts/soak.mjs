// The long runs, with their full counts: kills, races and lost answers, many times over.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, "run", "--project", "server", "attack"], {
  stdio: "inherit",
  env: { ...process.env, ATTACK_ROUNDS: process.env.ATTACK_ROUNDS ?? "40" },
});
process.exit(status ?? 1);
