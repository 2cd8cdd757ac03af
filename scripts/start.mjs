// `npm start`: builds what is missing, then becomes the server. Signals reach the server directly.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import "./build.mjs";

const server = spawn(
  process.execPath,
  ["--import", "tsx", fileURLToPath(new URL("../packages/server/src/main.ts", import.meta.url))],
  { stdio: "inherit" },
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  // A terminal sends Ctrl-C to both; the server's own handler decides when this process may end.
  process.on(signal, () => server.kill(signal));
}
server.on("exit", (code, signal) => {
  process.exit(code ?? (signal ? 1 : 0));
});
