import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { readConfig } from "../packages/server/src/config.ts";
import { ConfigError } from "../packages/server/src/configError.ts";
import { findCluster } from "../packages/server/dev-database/embedded/cluster.ts";
import { release } from "../packages/server/dev-database/embedded/holder.ts";
import { choosePlace } from "../packages/server/dev-database/embedded/place.ts";

/** What a data folder keeps of the product, by name; `postgres.place` says where root's database lies otherwise. */
const kept = ["postgres", "postgres.place", "objects"];

/** Fails while a server uses the database of this folder; one that a killed server left behind is shut down. */
const refuseWhileUsed = async (dataDir: string): Promise<void> => {
  if (!["postgres", "postgres.place"].some((name) => existsSync(join(dataDir, name)))) return;
  const { root } = await choosePlace(dataDir, () => undefined);
  const cluster = await findCluster(root);
  if (cluster && !(await release(cluster, undefined)))
    throw new ConfigError(`a server uses ${dataDir}: stop it first`);
};

const isAgreed = async (dataDir: string): Promise<boolean> => {
  const { values } = parseArgs({ options: { yes: { type: "boolean", short: "y", default: false } } });
  if (values.yes) return true;
  if (!process.stdin.isTTY) throw new ConfigError("nobody to ask: add --yes");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^(y|yes)$/i.test(
      await terminal.question(`Delete the database and all files of ${dataDir}? [y/N] `),
    );
  } finally {
    terminal.close();
  }
};

const run = async (): Promise<void> => {
  const { dataDir, databaseUrl } = readConfig();
  if (databaseUrl !== undefined)
    throw new ConfigError("DATABASE_URL is set: only the local database of a data folder is reset here");
  await refuseWhileUsed(dataDir);
  if (!kept.some((name) => existsSync(join(dataDir, name)))) {
    process.stdout.write(`There is nothing to reset in ${dataDir}.\n`);
    return;
  }
  if (!(await isAgreed(dataDir))) {
    process.stdout.write("Nothing was deleted.\n");
    return;
  }
  // A server may have been started while the question stood.
  await refuseWhileUsed(dataDir);
  // Only ever these names inside the data folder; a link among them goes, not what it leads to.
  for (const name of kept) await rm(join(dataDir, name), { recursive: true, force: true });
  process.stdout.write(`${dataDir} is empty again; the next start brings fresh demo data.\n`);
};

run().catch((error: unknown) => {
  process.stderr.write(`demo:reset: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
