// `npm run check` but its tests: types, lint, rooms, format, dead code, and the builds that the browser tests run on.
// One task for each processor; each prints its output in one piece when it ends.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Scripts for Node, by their path from the root, the longest first. */
const tasks = [
  ["types and lint", "node_modules/oxlint/bin/oxlint", "--quiet", "--deny-warnings"],
  [
    "rooms",
    "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
    "packages",
    "--config",
    ".dependency-cruiser.mjs",
  ],
  ["format", "node_modules/oxfmt/bin/oxfmt", "--check"],
  ["dead code", "node_modules/knip/bin/knip.js"],
  ["build", "scripts/build.mjs"],
  ["build of the console", "scripts/build-desktop.mjs"],
];

/** The compiler in the linter is a program in Go: collecting its garbage less often takes a fifth off its processor time. */
const env = { GOGC: "400", GOMEMLIMIT: "4GiB", ...process.env };

const run = ([name, ...args]) =>
  new Promise((resolve) => {
    const begun = Date.now();
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("close", (status) => {
      const seconds = Math.round((Date.now() - begun) / 1_000);
      const sign = status === 0 ? "✓" : "✗";
      process.stdout.write(`${sign} ${name} (${seconds} s)\n${Buffer.concat(output).toString()}`);
      resolve(status === 0);
    });
  });

const failed = [];
const work = async () => {
  for (let task = tasks.shift(); task; task = tasks.shift()) if (!(await run(task))) failed.push(task[0]);
};
await Promise.all(Array.from({ length: availableParallelism() }, work));
if (failed.length > 0) {
  process.stderr.write(`failed: ${failed.join(", ")}\n`);
  process.exit(1);
}
