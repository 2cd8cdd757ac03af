// Lints every package in a process of its own: the types of the whole tree at once need more memory than Node gives.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const eslint = fileURLToPath(new URL("../node_modules/eslint/bin/eslint.js", import.meta.url));
// The longest first, so that none is left to run alone at the end.
const parts = [
  ["packages/ui"],
  ["packages/server"],
  [".", "--ignore-pattern", "packages/*"],
  ["packages/admin-desktop"],
  ["packages/pwa"],
  ["packages/shared"],
];

const lint = (part) =>
  new Promise((done) => {
    const run = spawn(process.execPath, [eslint, "--max-warnings", "0", ...part], { stdio: "inherit" });
    run.on("close", (status) => done(status === 0));
  });

let failed = false;
const work = async () => {
  for (let part = parts.shift(); part; part = parts.shift()) if (!(await lint(part))) failed = true;
};
await Promise.all(Array.from({ length: Math.min(availableParallelism(), parts.length) }, work));
process.exit(failed ? 1 : 0);
