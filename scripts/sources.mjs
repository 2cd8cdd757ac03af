// Builds that are repeated only when their sources changed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));

const ignored = /(^|\/)(dist|dist-packages|node_modules|tests?)(\/|$)|\.test\.tsx?$/;

const filesOf = (path, kinds) => {
  if (ignored.test(path)) return [];
  const full = join(root, path);
  if (!existsSync(full)) return [];
  try {
    return readdirSync(full)
      .sort()
      .flatMap((name) => filesOf(`${path}/${name}`, kinds));
  } catch {
    return kinds.test(path) ? [path] : [];
  }
};

/** Builds when there is no stamp of these sources (files, and folders with all in them), then leaves one. */
export const whenChanged = async ({ stamp, sources, kinds = /./, force }, build) => {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => filesOf(source, kinds))) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  const version = hash.digest("hex");
  const isFresh = existsSync(stamp) && readFileSync(stamp, "utf8") === version;
  if (isFresh && !force) return;
  await build();
  writeFileSync(stamp, version);
};
