// Translates the server's sources to JavaScript when they changed, so that starting it translates nothing. Packages
// stay what they are; see docs/decisions/0003-built-server.md.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { root, whenChanged } from "./sources.mjs";

const server = join(root, "packages/server");
const dist = join(server, "dist");
const migrations = readdirSync(join(server, "migrations")).filter((name) => name.endsWith(".ts"));
const dayMs = 24 * 60 * 60 * 1_000;

/** Builds into `packages/server/dist`: `main.js`, `program.js`, the migrations, and what they share. */
export const buildServer = ({ force = false } = {}) =>
  whenChanged(
    {
      stamp: join(dist, ".sources"),
      sources: [
        "packages/shared/src",
        "packages/server/src",
        "packages/server/demo",
        "packages/server/dev-database",
        "packages/server/standins",
        "packages/server/migrations",
        "packages/server/tsconfig.json",
        "tsconfig.base.json",
        "package-lock.json",
        "scripts/build-server.mjs",
      ],
      // Fixtures and assets are read where they lie.
      kinds: /\.(ts|json|mjs)$/,
      force,
    },
    async () => {
      const { build } = await import("esbuild");
      const { metafile } = await build({
        absWorkingDir: root,
        entryPoints: {
          main: join(server, "src/main.ts"),
          // Started by its path.
          program: join(server, "src/program.ts"),
          // Loaded by their names.
          ...Object.fromEntries(
            migrations.map((name) => [
              `migrations/${name.replace(/\.ts$/, "")}`,
              join(server, "migrations", name),
            ]),
          ),
        },
        outdir: dist,
        // Everything that several share lies in `dist` itself: places.ts counts on it.
        chunkNames: "[name]-[hash]",
        bundle: true,
        splitting: true,
        format: "esm",
        platform: "node",
        target: "node20",
        packages: "external",
        alias: {
          "@knowhow/shared/schemas.ts": join(root, "packages/shared/src/schemas.ts"),
          "@knowhow/shared": join(root, "packages/shared/src/index.ts"),
        },
        keepNames: true,
        metafile: true,
        logLevel: "warning",
      });
      const built = new Set(Object.keys(metafile.outputs).map((path) => join(root, path)));
      for (const name of readdirSync(dist, { recursive: true })) {
        const path = join(dist, name);
        if (!name.endsWith(".js") || built.has(path)) continue;
        // A server that still runs may load parts of the build before; but every migration there is one to be done.
        const isOld = Date.now() - statSync(path).mtimeMs > dayMs;
        if (isOld || name.startsWith("migrations")) rmSync(path);
      }
    },
  );

if (process.argv[1] === import.meta.filename) await buildServer();
