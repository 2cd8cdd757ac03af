// `npm run db:backup -- FOLDER` and `npm run db:restore -- FOLDER`, each with `--secrets FILE` for what DATA_DIR keeps of
// them: on DATABASE_DIRECT_URL or DATABASE_URL, and S3, else on the local database and the objects of DATA_DIR.
import { constants, existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { backUp } from "../packages/server/src/backup/backUp.ts";
import { restore } from "../packages/server/src/backup/restore.ts";
import { readConfig } from "../packages/server/src/config.ts";
import { ConfigError } from "../packages/server/src/configError.ts";
import { createLog } from "../packages/server/src/log.ts";
import { openStorage } from "../packages/server/src/storage/openStorage.ts";
import { startEmbeddedDatabase } from "../packages/server/dev-database/embedded.ts";

/** Copies a file of secrets to where there is none yet. */
const copySecrets = async (from: string, to: string): Promise<void> => {
  if (!existsSync(from)) throw new ConfigError(`there are no secrets in ${from}`);
  if (existsSync(to)) throw new ConfigError(`${to} is there already: it is not replaced`);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to, constants.COPYFILE_EXCL);
};

const run = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { secrets: { type: "string" } },
  });
  const [act, path] = positionals;
  if (path === undefined) throw new ConfigError("name the folder of the backup: npm run db:backup -- FOLDER");
  const folder = resolve(path);
  if (act === "backup" && existsSync(folder))
    throw new ConfigError(`${folder} is there already: name a new folder`);
  // Before the settings are read: reading them would make new secrets.
  const kept = join(process.env["DATA_DIR"]?.trim() || ".data", "secrets.json");
  if (values.secrets !== undefined && act === "restore") await copySecrets(resolve(values.secrets), kept);
  const config = readConfig();
  if (values.secrets !== undefined && act === "backup") await copySecrets(kept, resolve(values.secrets));
  const log = createLog(config);
  const local =
    config.databaseUrl === undefined
      ? await startEmbeddedDatabase({ dataDir: config.dataDir, log: () => undefined })
      : undefined;
  const storage = await openStorage(config, log);
  try {
    const parts = {
      databaseUrl: config.directUrl ?? config.databaseUrl ?? local?.url ?? "",
      storage,
      config,
    };
    const begun = performance.now();
    const { createdAt, tables, objects } =
      act === "backup"
        ? await backUp(parts, folder)
        : await restore(
            {
              ...parts,
              prepareStandin: async (pool) => {
                const { ensureSchema } = await import("../packages/server/standins/toss/schema.ts");
                await ensureSchema(pool);
              },
            },
            folder,
          );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = objects.reduce((sum, { size }) => sum + size, 0);
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    process.stdout.write(
      `backup of ${createdAt}: ${rows} rows of ${tables.length} tables, ` +
        `${objects.length} objects of ${bytes} bytes, in ${seconds} s\n`,
    );
  } finally {
    storage.close();
    await local?.stop();
  }
};

run().catch((error: unknown) => {
  process.stderr.write(`knowhow: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
