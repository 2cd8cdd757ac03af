import { migrationConfig } from "./packages/server/src/database/knex.ts";

/** For `npm run db:migrate`, `db:rollback` and the knex command line. */
export default migrationConfig(process.env["DATABASE_URL"] ?? "");
