// The former release on the schema of this one: the former server's own tests, on a database that this version's
// migrations have made. `npm run test:soak -- former`; FORMER_RELEASE names its commit, the one before the last
// migration without a name.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const migrations = "packages/server/migrations";
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

const lastMigration = () => git("log", "-1", "--diff-filter=A", "--format=%H", "--", migrations);
const release = process.env.FORMER_RELEASE ?? git("rev-parse", `${lastMigration()}^`);
const added = git("diff", "--name-only", "--diff-filter=A", release, "--", migrations).split("\n");
console.log(`former release ${release.slice(0, 8)}, with ${added.join(", ")}`);

const folder = mkdtempSync(join(tmpdir(), "knowhow-former-release-"));
const run = (program, ...args) => {
  const { status } = spawnSync(program, args, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}`);
};
try {
  const archive = join(folder, "release.tar");
  git("archive", "--output", archive, release);
  run("tar", "xf", archive);
  rmSync(archive);
  run("npm", "ci", "--silent");
  cpSync(join(root, migrations), join(folder, migrations), { recursive: true });
  // Tests of the schema itself know no migration that came after them.
  const tested = ["features", "events", "jobs", "http"].map((room) => `packages/server/src/${room}/`);
  run(process.execPath, "node_modules/vitest/vitest.mjs", "run", "--project", "server", ...tested);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
