// Runs bench/cluster/main.ts, with HAProxy from Debian where this is root of one, and PgBouncer where it is on the path:
// Debian 12 has one that is too old.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { installPackages, isDebianRoot } from "./debian.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const hasHaproxy = () => spawnSync("haproxy", ["-v"], { stdio: "ignore" }).status === 0;

if (!hasHaproxy() && isDebianRoot()) {
  process.stderr.write("installing HAProxy from Debian …\n");
  installPackages(["haproxy"]);
}
if (!hasHaproxy()) {
  process.stderr.write("this needs HAProxy (https://www.haproxy.org) on the path\n");
  process.exit(1);
}
const args = ["--import", "tsx", "bench/cluster/main.ts", ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1);
