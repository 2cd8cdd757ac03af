// Finds the browsers of the tests, or installs them by the means this machine has; prints their paths.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { installPackages, isDebianRoot } from "./debian.mjs";

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

/**
 * Path of a Chromium without windows and profiles, for tests that need neither service worker nor installation: it takes
 * half the processor's time. Undefined where there is none.
 */
export const findHeadlessShell = () =>
  [process.env.CHROMIUM_HEADLESS_SHELL_PATH, "/usr/bin/chromium-headless-shell"].find(
    (path) => path && existsSync(path),
  );

/** Whether the browsers that this machine can have are there. */
export const hasBrowsers = () =>
  findChromium() !== undefined && (findHeadlessShell() !== undefined || !isDebianRoot());

const debianPackages = ["chromium", "chromium-headless-shell", "fonts-noto-cjk"];

/** Installs Debian's browsers with Korean fonts as root, else those that Playwright downloads. */
const installBrowsers = () => {
  if (isDebianRoot()) {
    process.stderr.write("installing Chromium and Korean fonts from Debian …\n");
    installPackages(debianPackages);
    return;
  }
  process.stderr.write("downloading Chromium with Playwright …\n");
  execFileSync(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    if (!hasBrowsers()) installBrowsers();
  } catch (error) {
    // The shell saves time; a whole Chromium does all that it does.
    if (findChromium() === undefined) throw error;
    process.stderr.write("there is no headless shell to be had: the whole Chromium runs all tests\n");
  }
  for (const path of [findChromium(), findHeadlessShell()])
    process.stdout.write(`${path ?? "Playwright's own Chromium"}\n`);
}
