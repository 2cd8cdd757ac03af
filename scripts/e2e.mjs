// `npm run e2e`: the browser tests, on an app that is up to date and a Chromium that is there. What stands behind
// `--` goes to Playwright: `npm run e2e -- story --project=phone`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { hasBrowsers } from "./chromium.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const node = (script, ...args) => {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};

if (!hasBrowsers()) node("scripts/chromium.mjs");
node("scripts/build.mjs");
node("scripts/build-desktop.mjs");
node("node_modules/@playwright/test/cli.js", "test", ...process.argv.slice(2));
