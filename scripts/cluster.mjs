// Runs bench/cluster/main.ts, with Caddy from Debian where this is root of one.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const hasCaddy = () => spawnSync("caddy", ["version"], { stdio: "ignore" }).status === 0;

if (!hasCaddy() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
  process.stderr.write("installing Caddy from Debian …\n");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "caddy"],
  ])
    execFileSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
}
if (!hasCaddy()) {
  process.stderr.write("this needs Caddy (https://caddyserver.com) on the path\n");
  process.exit(1);
}
const args = ["--import", "tsx", "bench/cluster/main.ts", ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1);
