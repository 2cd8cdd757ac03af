import { execFile } from "node:child_process";
import { readFile, readlink, stat } from "node:fs/promises";
import { basename, parse } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** The account of the operating system that PostgreSQL runs under when we are root. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

/** A folder that every user may enter, so that a child never starts in one that it may not. */
export const NEUTRAL_FOLDER = parse(process.cwd()).root;

/** True when this process is root, as whom PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The environment of PostgreSQL's programs: nothing of ours that could leak or steer them. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { LC_ALL: "C", TZ: "UTC" };
  for (const name of ["PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LD_LIBRARY_PATH"]) {
    if (process.env[name] !== undefined) environment[name] = process.env[name];
  }
  return environment;
}

/** Runs a program to its end, as another user where one is given, and returns what it printed. */
export async function run(
  file: string,
  args: readonly string[],
  user?: OsUser,
): Promise<{ ok: boolean; output: string }> {
  try {
    const { stdout, stderr } = await execute(file, [...args], {
      ...user,
      cwd: NEUTRAL_FOLDER,
      env: childEnvironment(),
    });
    return { ok: true, output: stdout + stderr };
  } catch (error) {
    // A program that failed has said why on its streams; one that could not be run has not.
    const printed = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    return { ok: false, output: printed || reasonOf(error) };
  }
}

/** The message of anything that was thrown, on one line. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s*\n\s*/g, "; ").trim();
}

/** The code of a failed system call (`ENOENT`) or of a PostgreSQL error (`57P03`). */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/**
 * What a process id that stands in a cluster's postmaster.pid is now: its running postmaster, a
 * process that has ended but was not yet collected by its parent, or nothing of this cluster.
 */
export async function postmasterState(
  pid: number,
  dataFolder: string,
  writtenFolder: string,
  user: OsUser | undefined,
): Promise<"running" | "ended" | "other" | "none"> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM" ? "other" : "none";
  }
  if (process.platform === "linux") return linuxState(pid, dataFolder, writtenFolder, user);
  // Elsewhere the folder written in the file has to do: it differs in a copied data folder.
  if (writtenFolder !== dataFolder) return "other";
  if (process.platform === "win32") return "running";
  const { ok, output } = await run("ps", ["-o", "stat=,comm=", "-p", String(pid)]);
  if (!ok) return "none";
  if (output.trim().startsWith("Z")) return "ended";
  return output.includes("postgres") ? "running" : "other";
}

async function linuxState(pid: number, dataFolder: string, writtenFolder: string, user: OsUser | undefined) {
  try {
    const status = await readFile(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold blanks, so the state letter is counted from its end.
    const state = status.slice(status.lastIndexOf(")") + 2)[0];
    if (state === "Z" || state === "X") return "ended";
    const command = (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0")[0] ?? "";
    if (!basename(command).startsWith("postgres")) return "other";
    // The file belongs to the lesser user, so root signals nothing else on its word.
    if (user && (await stat(`/proc/${pid}`)).uid !== user.uid) return "other";
    // A postmaster works inside its data folder, also after the folder was moved. Root of a container
    // may not be allowed to see that of another user's process; then the folder in the file has to do.
    const folder = await readlink(`/proc/${pid}/cwd`).catch((error: unknown) => {
      if (codeOf(error) === "EACCES") return writtenFolder;
      throw error;
    });
    return folder === dataFolder ? "running" : "other";
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ESRCH") return "none";
    throw error;
  }
}
