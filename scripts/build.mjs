// Builds the app when it is missing or older than its sources. `--force` builds always.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const app = join(root, "packages/pwa");
const stamp = join(app, "dist/.sources");
const sources = ["packages/shared/src", "packages/ui/src", "packages/pwa", "package-lock.json"];
const ignored = /(^|\/)(dist|node_modules|tests?)(\/|$)|\.test\.tsx?$/;

const filesOf = (path) => {
  const full = join(root, path);
  if (ignored.test(path)) return [];
  if (!existsSync(full)) return [];
  try {
    return readdirSync(full)
      .sort()
      .flatMap((name) => filesOf(`${path}/${name}`));
  } catch {
    return [path];
  }
};

const hash = createHash("sha256");
for (const file of sources.flatMap(filesOf)) hash.update(file).update(readFileSync(join(root, file)));
const version = hash.digest("hex");
const isFresh = existsSync(stamp) && readFileSync(stamp, "utf8") === version;

if (!isFresh || process.argv.includes("--force")) {
  const node = (script, ...args) => {
    execFileSync(process.execPath, [script, ...args], { cwd: app, stdio: ["ignore", "ignore", "inherit"] });
  };
  process.stdout.write("  building the app …\n");
  node(join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn");
  node(join(app, "scripts/precompress.mjs"));
  writeFileSync(stamp, version);
}
