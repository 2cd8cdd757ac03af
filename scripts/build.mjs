// Builds app and server where they are missing or older than their sources. `--force` builds always.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { buildServer } from "./build-server.mjs";
import { root, whenChanged } from "./sources.mjs";

const app = join(root, "packages/pwa");
const force = process.argv.includes("--force");

await whenChanged(
  {
    stamp: join(app, "dist/.sources"),
    sources: ["packages/shared/src", "packages/ui/src", "packages/pwa", "package-lock.json"],
    force,
  },
  () => {
    const node = (script, ...args) => {
      execFileSync(process.execPath, [script, ...args], { cwd: app, stdio: ["ignore", "ignore", "inherit"] });
    };
    process.stdout.write("  building the app …\n");
    node(join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn");
    node(join(app, "scripts/precompress.mjs"));
  },
);
await buildServer({ force });
