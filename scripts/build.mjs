// Builds app and server where they are missing or older than their sources. `--force` builds always.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { buildServer } from "./build-server.mjs";
import { release } from "./release.mjs";
import { root, whenChanged } from "./sources.mjs";

const app = join(root, "packages/pwa");
const dist = join(app, "dist");
/** Beside the served build; a name with a dot is never handed out. */
const fresh = join(dist, ".fresh");
const force = process.argv.includes("--force");

await whenChanged(
  {
    stamp: join(dist, ".sources"),
    sources: ["packages/shared/src", "packages/ui/src", "packages/pwa", "package-lock.json"],
    force,
  },
  () => {
    const node = (script, ...args) => {
      execFileSync(process.execPath, [script, ...args], { cwd: app, stdio: ["ignore", "ignore", "inherit"] });
    };
    process.stdout.write("  building the app …\n");
    const build = (...args) =>
      node(join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn", ...args);
    build("--outDir", fresh);
    // The thread that renders public pages.
    build("--config", "vite.prerender.config.ts", "--outDir", join(fresh, ".prerender"));
    node(join(app, "scripts/precompress.mjs"), fresh);
    release(fresh, dist);
  },
);
await buildServer({ force });
