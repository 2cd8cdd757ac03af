// Runs commands beside one another, one for each processor, and prints what each has said when it has ended.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A script of the product or of a dependency, by its path from the root, for Node. */
export const node = (name, ...args) => ({ name, command: [process.execPath, ...args] });

const run = ({ name, command: [file, ...args] }) =>
  new Promise((resolve) => {
    const begun = Date.now();
    const child = spawn(file, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const said = [];
    child.stdout.on("data", (chunk) => said.push(chunk));
    child.stderr.on("data", (chunk) => said.push(chunk));
    child.on("close", (status) => {
      const seconds = Math.round((Date.now() - begun) / 1_000);
      process.stdout.write(`${status === 0 ? "✓" : "✗"} ${name} (${seconds} s)\n${Buffer.concat(said)}`);
      resolve(status === 0);
    });
  });

/** Runs all in their order, as many at once as there are processors; exits with a failure where one has failed. */
export const runSideBySide = async (tasks) => {
  const waiting = [...tasks];
  const failed = [];
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift())
      if (!(await run(task))) failed.push(task.name);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  if (failed.length === 0) return;
  process.stderr.write(`failed: ${failed.join(", ")}\n`);
  process.exit(1);
};
