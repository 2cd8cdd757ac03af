import Module, { createRequire } from "node:module";
import { app } from "./app.ts";
import { electron } from "./electron.ts";
import { started } from "./started.ts";

const require = createRequire(import.meta.url);

/** The part of Node's loader that decides what a name stands for. */
interface Loader {
  _load: (request: string, ...rest: unknown[]) => unknown;
}

// The published types leave it out; every tool that stands in for a module goes this way.
const loader = Module as unknown as Loader;
const load = loader._load.bind(loader);
loader._load = (request, ...rest) =>
  request === "electron" || request === "electron/main" ? electron : load(request, ...rest);

Object.defineProperty(process, "versions", {
  value: { ...process.versions, electron: "45.4.1", chrome: "156.0.0.0" },
});
Object.defineProperty(process, "type", { value: "browser" });
Object.defineProperty(process, "defaultApp", { value: true });

const executable = process.argv[0] ?? "";
// A script to load first finds the command line as it was given: what a driver cuts off must be there.
process.argv = [
  executable,
  ...started.preloads.flatMap((path) => ["-r", path]),
  "--inspect=0",
  "--remote-debugging-port=0",
  ...started.own,
];
for (const path of started.preloads) require(path);
process.argv = [executable, ...started.own];

process.once("SIGTERM", () => {
  app.exit(0);
});
app.start().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
require(started.script);
