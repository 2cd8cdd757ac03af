// `npm start`: builds missing parts, then becomes the server. Signals reach the server directly.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import "./build.mjs";

const server = spawn(
  process.execPath,
  [fileURLToPath(new URL("../packages/server/dist/main.js", import.meta.url))],
  { stdio: "inherit" },
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  // A terminal sends Ctrl-C to both; the server's own handler decides when this process may end.
  process.on(signal, () => server.kill(signal));
}
// npm passes SIGTERM to a shell that ends without passing it on: then the shell's end is the signal.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    server.kill("SIGTERM");
  }, 250);
  watch.unref();
}
server.on("exit", (code, signal) => {
  process.exit(code ?? (signal ? 1 : 0));
});
