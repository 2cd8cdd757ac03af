// Checks the types of every package, each with its own settings.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const compiler = fileURLToPath(new URL("../node_modules/typescript7/bin/tsc", import.meta.url));
const projects = [
  ".",
  "packages/shared",
  "packages/server",
  "packages/ui",
  "packages/pwa",
  "packages/pwa/src/worker",
  "packages/admin-desktop",
];
let failed = false;
for (const project of projects) {
  const { status } = spawnSync(process.execPath, [compiler, "-p", project], { stdio: "inherit" });
  if (status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
