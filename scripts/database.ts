// `npm run db:migrate` and `npm run db:rollback`: on DATABASE_DIRECT_URL or DATABASE_URL, else on the local database of
// DATA_DIR.
import { readConfig } from "../packages/server/src/config.ts";
import { startEmbeddedDatabase } from "../packages/server/dev-database/embedded.ts";
import { migrate, migrationState, rollback } from "../packages/server/src/database/migrate.ts";

const direction = process.argv[2];
const config = readConfig();
const local =
  config.databaseUrl === undefined
    ? await startEmbeddedDatabase({ dataDir: config.dataDir, log: () => undefined })
    : undefined;
const url = config.directUrl ?? config.databaseUrl ?? local?.url ?? "";
try {
  if (direction === "up") await migrate(url);
  else if (direction === "down") await rollback(url);
  else throw new Error("say up or down");
  const { done, open } = await migrationState(url);
  process.stdout.write(`migrations: ${done} done, ${open} open\n`);
} finally {
  await local?.stop();
}
