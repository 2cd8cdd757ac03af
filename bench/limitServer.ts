import { fileURLToPath } from "node:url";
import type pg from "pg";
import { startProgram } from "../packages/server/testing/process.ts";
import { limitReads } from "./http.ts";

/** Starts the limit server (raw.ts) on a database, with as many processes as the product beside it has. */
export const startLimitServer = async (pool: pg.Pool, databaseUrl: string, processes = 1) => {
  const program = [
    process.execPath,
    "--import",
    "tsx",
    fileURLToPath(new URL("raw.ts", import.meta.url)),
    databaseUrl,
    JSON.stringify(await limitReads(pool)),
    String(processes),
  ];
  const { upWords, kill } = await startProgram(program, { name: "limit server", isUp: /^(\d+)$/m });
  return { url: `http://127.0.0.1:${upWords[1] ?? ""}`, kill };
};
