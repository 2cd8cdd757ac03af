// Builds the administrators' console: the window's files, and main process and preload script in one file each.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { root, whenChanged } from "./sources.mjs";

const home = join(root, "packages/admin-desktop");
const dist = join(home, "dist");

/** Builds into `packages/admin-desktop/dist`; with `isSigned` its packages look for newer versions. */
export const buildDesktop = ({ force = false, isSigned = false } = {}) =>
  whenChanged(
    {
      stamp: join(dist, ".sources"),
      sources: [
        "packages/shared/src",
        "packages/ui/src",
        "packages/admin-desktop",
        "package-lock.json",
        "scripts/build-desktop.mjs",
      ],
      force,
    },
    async () => {
      process.stdout.write("  building the console …\n");
      execFileSync(
        process.execPath,
        [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"],
        {
          cwd: home,
          stdio: ["ignore", "ignore", "inherit"],
        },
      );
      await build({
        absWorkingDir: root,
        entryPoints: {
          "main/main": join(home, "src/main/main.ts"),
          "preload/preload": join(home, "src/preload/preload.ts"),
        },
        outdir: dist,
        outExtension: { ".js": ".cjs" },
        bundle: true,
        format: "cjs",
        platform: "node",
        target: "node20",
        external: ["electron"],
        define: { isSignedBuild: String(isSigned) },
        minifySyntax: true,
        legalComments: "none",
        logLevel: "warning",
      });
    },
  );

if (process.argv[1] === import.meta.filename) await buildDesktop({ force: process.argv.includes("--force") });
