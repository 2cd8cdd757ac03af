import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

const root = fileURLToPath(new URL("..", import.meta.url));

test("npm start runs the product, and ending npm ends all of it", { tag: "@once" }, async ({ request }) => {
  const dataDir = await mkdtemp(join(tmpdir(), "knowhow-start-"));
  // The database's user has to enter the folder when this is root.
  await chmod(dataDir, 0o755);
  const npm = spawn("npm", ["start"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: "0",
      DATA_DIR: dataDir,
      SEED_DEMO: "false",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await new Promise<string>((resolve) => {
      let output = "";
      npm.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const found = /running at (http:\/\/localhost:\d+)/.exec(output)?.[1];
        if (found) resolve(found);
      });
    });
    await expect(await request.get(`${url}/`)).toBeOK();
    npm.kill("SIGTERM");
    await expect(async () => {
      await expect(request.get(url)).rejects.toThrow();
      expect(existsSync(join(dataDir, "postgres/cluster/postmaster.pid"))).toBe(false);
    }).toPass({ timeout: 30_000 });
  } finally {
    npm.kill("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
});
