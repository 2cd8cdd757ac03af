import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findChromium, findHeadlessShell } from "./scripts/chromium.mjs";

/** A folder of its own for one run, gone with the run. */
const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "knowhow-e2e-"));
  // The database's user has to enter the folder when this is root.
  chmodSync(folder, 0o755);
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
};

// Decided once, by the process that starts the workers; they read this file too and must come to the same.
process.env.E2E_DATA_DIR ??= freshFolder();
const { E2E_PORT = "", E2E_DATA_DIR } = process.env;

const launching = (browser: { executablePath?: string; channel?: string }) => ({
  ...browser,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Pages live for seconds: compiling their code for speed cost a tenth of all processor time and came too late.
    "--js-flags=--no-opt --no-maglev",
  ],
});
const chromium = findChromium();
/** A whole Chromium, as people have it. Without a path Playwright has its own. */
const wholeBrowser = launching(chromium ? { executablePath: chromium } : { channel: "chromium" });
const headlessShell = findHeadlessShell() ?? chromium;
/** Tests of what the headless shell lacks: an installation, and profiles that outlive a killed browser. */
const whole = /@whole/;

/** Tests with the service worker, and without a network. */
const offline = /pwa\/offline[^/]*\.spec\.ts$/;
/** Tests of the administrators' console, each in a process of its own. */
const desktop = /desktop\/[^/]*\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalTeardown: "./e2e/teardown.ts",
  fullyParallel: true,
  // Two are at work while one waits, for a server or for what it provoked.
  workers: 3,
  // In CI; the report names the tests that needed a second try.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Without a terminal, a line for each test, and the failures at the end.
  reporter: process.stdout.isTTY ? "line" : "list",
  // Limits catch what hangs; a busy machine is no failure.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    // The workers read this file once the server has said its port.
    baseURL: `http://localhost:${E2E_PORT}`,
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    // Tested are this build's app and its server; the worker has tests of its own.
    serviceWorkers: "block",
    // Recording costs a third of the time: `npm run e2e -- --trace on` has it of what failed here.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: launching(headlessShell ? { executablePath: headlessShell } : {}),
  },
  projects: [
    {
      name: "phone",
      testIgnore: [offline, desktop],
      use: {
        userAgent: devices["Pixel 7"].userAgent,
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      },
    },
    {
      name: "desk",
      testIgnore: [offline, desktop],
      // What does not depend on the size of the screen.
      grepInvert: /@once/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: "offline",
      testMatch: offline,
      grepInvert: whole,
      use: { viewport: { width: 390, height: 844 }, serviceWorkers: "allow" },
    },
    {
      name: "whole",
      testMatch: offline,
      grep: whole,
      use: {
        launchOptions: wholeBrowser,
        viewport: { width: 390, height: 844 },
        serviceWorkers: "allow",
      },
    },
    { name: "desktop", testMatch: desktop },
  ],
  webServer: {
    // What `npm start` runs; scripts/e2e.mjs has built it.
    command: `"${process.execPath}" packages/server/dist/main.js`,
    // A port picked before the server starts could be another program's by then.
    wait: { stdout: /running at http:\/\/\S+:(?<e2e_port>\d+)/ },
    // NODE_ENV=test: every answer is held against the contract, field by field.
    env: {
      NODE_ENV: "test",
      PORT: "0",
      DATA_DIR: E2E_DATA_DIR,
      SEED_DEMO: "false",
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      ADMIN_USER_IDS: "keeper1,keeper2",
    },
    stdout: "pipe",
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
  },
});
