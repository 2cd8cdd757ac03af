import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
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

/** Another server process on the database of a test. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Resolves with the signal or code by which the process ended. */
  ended: Promise<string>;
  kill(signal?: NodeJS.Signals): Promise<string>;
  /** All that it has written so far, on both its outputs. */
  output(): string;
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
  const child = spawn(process.execPath, program, {
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
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit").then((how: unknown[]) => String(how[1] ?? how[0]));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      const found = /running at (http:\/\/localhost:\d+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    void ended.then((how) => {
      reject(new Error(`the server ended (${how}): ${output}`));
    });
  });
  return {
    url,
    child,
    ended,
    output: () => output,
    kill: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
};
