// Finds a Chromium, or installs one by the means this machine has; prints its path.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

const known = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Path of a Chromium that is there. */
export const findChromium = () => known.find((path) => path && existsSync(path));

const run = (command, args) => {
  execFileSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
};

/** Installs a Chromium: Debian's with Korean fonts as root, else the one that Playwright downloads. */
const installChromium = () => {
  if (process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stderr.write("installing Chromium and Korean fonts from Debian …\n");
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-cjk"]);
    return findChromium();
  }
  process.stderr.write("downloading Chromium with Playwright …\n");
  run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]);
  return undefined; // Playwright finds its own.
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = findChromium() ?? installChromium();
  process.stdout.write(`${path ?? "Playwright's own Chromium"}\n`);
}
