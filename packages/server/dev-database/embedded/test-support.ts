import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { postmasterState } from "./process.ts";
import type { OsUser } from "./process.ts";

/** Runs one statement on a connection of its own. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const betweenTriesMs = 100;

/** The answer to a statement as soon as there is one again. */
export async function eventually(url: string, text: string): Promise<Record<string, unknown>[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await query(url, text);
    } catch (error) {
      if (attempt > 100) throw error;
      await sleep(betweenTriesMs);
    }
  }
}

/** A server process of its own on the database of a folder. */
export interface OtherServer {
  readonly child: ChildProcess;
  readonly url: string;
  /** The message of the Error with which the start failed. */
  readonly error: string;
  readonly lines: string[];
}

/** Starts a server process, as another user or from another copy of the source where these are given. */
export async function otherServer(
  dataDir: string,
  { user, launcher }: { user?: OsUser; launcher?: string } = {},
): Promise<OtherServer> {
  const source = launcher ?? fileURLToPath(new URL("../embedded.ts", import.meta.url));
  const script = `
    import { startEmbeddedDatabase } from ${JSON.stringify(source)};
    const lines = [];
    const options = { dataDir: process.argv[1], log: (line) => lines.push(line), settings: { fsync: "off" } };
    try {
      const database = await startEmbeddedDatabase(options);
      process.on("SIGTERM", () => void database.stop().then(() => process.exit()));
      setInterval(() => {}, 1000);
      console.log(JSON.stringify({ url: database.url, lines }));
    } catch (error) {
      console.log(JSON.stringify({ error: error.message, lines }));
    }`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script, "--", dataDir];
  const child = spawn(process.execPath, args, {
    ...user,
    cwd: dirname(source),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const part of child.stdout) {
    text += String(part);
    if (text.endsWith("\n")) break;
  }
  // Written by the script above.
  const told = JSON.parse(text) as { url?: string; error?: string; lines: string[] };
  return { child, url: told.url ?? "", error: told.error ?? "", lines: told.lines };
}

/** Ends a server process with a signal and waits for its end. */
export async function end({ child }: OtherServer, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

/** The process id of a running or crashed postmaster, from its pid file. */
export async function postmasterPid(root: string): Promise<number> {
  const file = join(root, "postgres", "cluster", "postmaster.pid");
  return Number((await readFile(file, "utf8")).split("\n")[0]);
}

/** True while a process works as the postmaster below a folder; one not yet collected does not. */
export async function isPostmaster(pid: number, root: string): Promise<boolean> {
  const cluster = join(root, "postgres", "cluster");
  return (await postmasterState(pid, cluster, cluster, undefined)) === "running";
}
