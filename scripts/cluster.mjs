// Runs bench/cluster/main.ts, with Caddy from Debian where this is root of one, and PgBouncer where it is on the path:
// Debian 12 has one that is too old.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { installPackages, isDebianRoot } from "./debian.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const hasCaddy = () => spawnSync("caddy", ["version"], { stdio: "ignore" }).status === 0;

if (!hasCaddy() && isDebianRoot()) {
  process.stderr.write("installing Caddy from Debian …\n");
  installPackages(["caddy"]);
}
if (!hasCaddy()) {
  process.stderr.write("this needs Caddy (https://caddyserver.com) on the path\n");
  process.exit(1);
}
const args = ["--import", "tsx", "bench/cluster/main.ts", ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1);
