// Changes the product's rooms of money, sanctions and unsent work one expression at a time (Stryker) and counts which
// changes no test notices: `npm run test:mutants -- orders drafts`, all groups of bench/mutants/groups.mjs without a
// name. MUTATE names files instead of a whole group. Hours for all; reports in .tmp/mutants-*.html.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { groups } from "../bench/mutants/groups.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = `${root}bench/mutants`;
const program = `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`;

const names = process.argv.slice(2);
if (!existsSync(program))
  execFileSync("npm", ["ci"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
let failed = 0;
for (const name of names.length > 0 ? names : Object.keys(groups)) {
  const { status } = spawnSync(process.execPath, [program, "run", "bench/mutants/stryker.config.mjs"], {
    cwd: root,
    env: { ...process.env, MUTANTS: name },
    stdio: "inherit",
  });
  if (status !== 0) failed = 1;
}
process.exit(failed);
