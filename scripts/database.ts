// `npm run db:migrate` and `npm run db:rollback`: on DATABASE_URL, else on the local database of DATA_DIR.
import { readConfig } from "../packages/server/src/config.ts";
import { startEmbeddedDatabase } from "../packages/server/src/database/embedded.ts";
import { openKnex } from "../packages/server/src/database/knex.ts";
import { migrate } from "../packages/server/src/database/migrate.ts";

const direction = process.argv[2];
const config = readConfig();
const local =
  config.databaseUrl === undefined
    ? await startEmbeddedDatabase({ dataDir: config.dataDir, log: () => undefined })
    : undefined;
const url = config.databaseUrl ?? local?.url ?? "";
const knex = openKnex(url);
try {
  if (direction === "up") await migrate(knex, url);
  else if (direction === "down") await knex.migrate.rollback();
  else throw new Error("say up or down");
  const [done, open] = (await knex.migrate.list()) as [unknown[], unknown[]]; // Knex types the pair as any.
  process.stdout.write(`migrations: ${done.length} done, ${open.length} open\n`);
} finally {
  await knex.destroy();
  await local?.stop();
}
