import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expectSoundBooks } from "./books.ts";

// What `npm start` runs; scripts/e2e.mjs has built it.
const main = fileURLToPath(new URL("../../packages/server/dist/main.js", import.meta.url));

const waitUntilRunning = async (child: ChildProcess): Promise<string> => {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", () => {
      const url = /running at (http:\/\/localhost:\d+)/.exec(output)?.[1];
      if (url) resolve(url);
    });
    child.once("exit", (code, signal) => {
      reject(new Error(`the server ended (${signal ?? code}): ${output}`));
    });
  });
};

/** The real product in a process of its own, on a data folder of its own, that can be stopped and started again. */
export class Product {
  private readonly dataDir: string;
  private child: ChildProcess | undefined;
  private isStopping = false;
  private port = "0";
  url = "";

  private constructor(
    dataDir: string,
    private env: NodeJS.ProcessEnv,
  ) {
    this.dataDir = dataDir;
  }

  /** Starts it on an empty folder and any free port, with settings of the test's own. */
  static async launch(env: NodeJS.ProcessEnv = {}): Promise<Product> {
    const dataDir = await mkdtemp(join(tmpdir(), "knowhow-e2e-"));
    // The database's user has to enter the folder when this is root.
    await chmod(dataDir, 0o755);
    const product = new Product(dataDir, env);
    await product.start();
    return product;
  }

  /** Starts it on what it kept, under the same address as before; with other settings from now on, if any are given. */
  async start(env: NodeJS.ProcessEnv = this.env): Promise<void> {
    this.env = env;
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: this.port,
        DATA_DIR: this.dataDir,
        SEED_DEMO: "false",
        RATE_LIMITS: "off",
        LOG_LEVEL: "error",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    child.once("exit", (code, signal) => {
      // It ended unasked: its last output is the reason of the failures that follow.
      if (!this.isStopping) console.error(`the server ended (${signal ?? code})`);
    });
    this.isStopping = false;
    this.url = await waitUntilRunning(child);
    for (const stream of [child.stdout, child.stderr]) stream.pipe(process.stderr);
    this.port = new URL(this.url).port;
  }

  /** Asks it to end, and returns when it has. */
  async stop(): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    this.isStopping = true;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
    return child.exitCode;
  }

  /** Ends it and deletes its folder, after a look into its books. */
  async remove(): Promise<void> {
    try {
      await expectSoundBooks(this.dataDir);
    } finally {
      await this.stop();
      await rm(this.dataDir, { recursive: true, force: true });
    }
  }
}
