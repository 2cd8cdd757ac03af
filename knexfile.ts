import { knexConfig } from "./packages/server/src/database/knex.ts";

/** For `npm run db:migrate`, `db:rollback` and the knex command line. */
export default knexConfig(process.env["DATABASE_URL"] ?? "");
