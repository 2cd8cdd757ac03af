// `npm run desktop:dist` makes the console's packages, `npm run desktop:dist:check` holds how they are made against its
// tests. Their build tools are not among the product's packages: they are installed by the first of these commands.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/sources.mjs";

const home = join(root, "packages/admin-desktop/installer");
const [command, ...options] = process.argv.slice(2);

const run = (program, args, cwd = root) => {
  try {
    execFileSync(program, args, { cwd, stdio: "inherit" });
  } catch (error) {
    process.exit(error.status ?? 1);
  }
};
const runNode = (...args) => run(process.execPath, args);

const changedAt = (file) => statSync(join(home, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changedAt("node_modules/.package-lock.json") < changedAt("package-lock.json")) run("npm", ["ci"], home);
if (command === "dist") runNode("--import", "tsx", join(home, "dist.ts"), ...options);
else {
  runNode(
    "node_modules/oxlint/bin/oxlint",
    "-c",
    join(home, "oxlint.json"),
    "--quiet",
    "--deny-warnings",
    home,
  );
  const limits = ["--testTimeout", "60000", "--hookTimeout", "90000"];
  runNode("node_modules/vitest/vitest.mjs", "run", "--root", home, ...limits);
}
