import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inServer } from "../src/places.ts";
import { startProgram } from "./process.ts";
import { isRoot } from "../dev-database/embedded/process.ts";

/** A PgBouncer before a PostgreSQL. */
export interface Pooler {
  /** The address of a database of that PostgreSQL, through the pooler. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

interface PoolerOptions {
  /** The program, 1.21 or later. */
  program: string;
  /** Any database of the PostgreSQL; its user's password is the pooler's too. */
  databaseUrl: string;
  port: number;
  /** More statements for each connection to the database. */
  also?: readonly string[];
}

/** Starts PgBouncer with the file that is deployed, before all databases of a PostgreSQL. */
export const startPooler = async ({
  program,
  databaseUrl,
  port,
  also = [],
}: PoolerOptions): Promise<Pooler> => {
  const folder = await mkdtemp(join(tmpdir(), "knowhow-pooler-"));
  const { hostname, port: target, username, password } = new URL(databaseUrl);
  const [file, users] = [join(folder, "pgbouncer.ini"), join(folder, "userlist.txt")];
  const deployed = await readFile(inServer("../../deploy/pgbouncer.ini"), "utf8");
  const changed = deployed
    .replace("knowhow = host=database port=5432 dbname=knowhow", `* = host=${hostname} port=${target}`)
    .replace(/(connect_query='[^']*)'/, (_, query: string) => `${[query, ...also].join("; ")}'`)
    .replace("listen_addr = *", "listen_addr = 127.0.0.1")
    .replace("listen_port = 6432", `listen_port = ${port}`)
    .replace("/etc/pgbouncer/userlist.txt", users);
  await writeFile(file, changed);
  await writeFile(users, `"${username}" "${password}"\n`);
  // The pooler refuses to be root: it runs as another user then, who must read the folder.
  await chmod(folder, 0o755);
  const { kill } = await startProgram([program, ...(isRoot() ? ["-u", "nobody"] : []), file], {
    isUp: /process up/,
  });
  return {
    through(url) {
      const address = new URL(url);
      address.host = `127.0.0.1:${port}`;
      return address.toString();
    },
    async stop() {
      await kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
};
