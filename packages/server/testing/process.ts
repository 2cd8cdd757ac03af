import { execFile, spawn, type ChildProcess } from "node:child_process";
import { promisify } from "node:util";
import { inServer } from "../src/places.ts";
import type { TestApp } from "./app.ts";

/** What `npm start` runs. From its sources a process takes three times as long to start. */
const product = [inServer("dist/main.js")];

/** Builds that where its sources have changed. */
export const buildProduct = async (): Promise<void> => {
  await promisify(execFile)(process.execPath, [inServer("../../scripts/build-server.mjs")]);
};

/** Settings of a process whose clock is ahead, in ms. */
export const shiftClock = (aheadMs: number): Record<string, string> => {
  const script = `
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...given) { given.length > 0 ? super(...given) : super(RealDate.now() + ${aheadMs}); }
      static now() { return RealDate.now() + ${aheadMs}; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
};

/** A program that runs beside the test. */
export interface RunningProgram {
  child: ChildProcess;
  /** Resolves with the signal, code or reason by which it ended. */
  ended: Promise<string>;
  kill(signal?: NodeJS.Signals): Promise<string>;
  /** All that it has written so far, on both its outputs. */
  output(): string;
}

interface StartOptions {
  env?: NodeJS.ProcessEnv;
  /** Its name in failures. */
  name?: string;
  /** Words of its output by which it is up. */
  isUp: RegExp;
}

/** Starts a program and waits until it is up; fails with its output where it ends before. */
export const startProgram = async (
  [program = "", ...args]: readonly string[],
  { env = process.env, name = program, isUp }: StartOptions,
): Promise<RunningProgram & { upWords: RegExpExecArray }> => {
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<string>((resolve) => {
    child.once("error", ({ message }) => {
      resolve(message);
    });
    child.once("exit", (code, signal) => {
      resolve(String(signal ?? code));
    });
  });
  let output = "";
  const upWords = await new Promise<RegExpExecArray>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
        const found = isUp.exec(output);
        if (found) resolve(found);
      });
    void ended.then((how) => {
      reject(new Error(`${name} ended (${how}): ${output}`));
    });
  });
  return {
    child,
    ended,
    upWords,
    output: () => output,
    kill: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
};

/** Another server process on the database of a test. */
export interface ServerProcess extends RunningProgram {
  url: string;
}

/**
 * Starts a server process beside the test's own, or on the embedded database of `env.DATA_DIR` when there is none.
 * `env` adds settings such as FAILPOINT.
 */
export const startServerProcess = async (
  app: Pick<TestApp, "databaseUrl" | "dataDir"> | undefined,
  env: Record<string, string> = {},
  program: readonly string[] = product,
): Promise<ServerProcess> => {
  const { upWords, ...running } = await startProgram([process.execPath, ...program], {
    name: "the server",
    isUp: /running at (http:\/\/localhost:\d+)\s/,
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "test",
      PORT: "0",
      ...(app ? { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir } : {}),
      SEED_DEMO: "false",
      RATE_LIMITS: "off",
      ADMIN_USER_IDS: "admin1",
      LOG_LEVEL: process.env["TEST_LOG"] ?? "silent",
      ...env,
    },
  });
  return { url: upWords[1] ?? "", ...running };
};
