// `npm run dev`: the server, restarted when its sources change, and the app with hot replacement in front of it.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const port = process.env.PORT ?? "3000";

const start = (name, args, options) => {
  // Groups of their own: the terminal's Ctrl-C reaches this process alone, which ends both in order.
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
    ...options,
  });
  child.on("exit", (code, signal) => {
    running.delete(child);
    if (!isStopping) {
      process.stderr.write(`dev: the ${name} ended (${signal ?? code})\n`);
      process.exitCode = 1;
      stop();
    }
  });
  running.add(child);
};

const running = new Set();
let isStopping = false;

const stop = () => {
  isStopping = true;
  for (const child of running) child.kill("SIGTERM");
};

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

start("server", ["--watch", "--watch-preserve-output", "--import", "tsx", "packages/server/src/main.ts"], {
  cwd: root,
  env: { ...process.env, NODE_ENV: "development", PORT: port },
});
start("app", [fileURLToPath(new URL("../node_modules/vite/bin/vite.js", import.meta.url))], {
  cwd: fileURLToPath(new URL("../packages/pwa", import.meta.url)),
  env: { ...process.env, API_TARGET: `http://localhost:${port}` },
});
