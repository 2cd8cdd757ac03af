import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

export default defineConfig({
  test: {
    // Two are at work while one waits for what it provoked.
    maxWorkers: 3,
    // Limits catch what hangs; a busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
    // In CI; the report names the tests that needed a second try.
    retry: process.env.CI ? 1 : 0,
    // Expected errors of tests that pass would bury the others.
    silent: "passed-only",
    // `isolate: false` below: read again for each file, modules cost a quarter of the time. Their state is undone by
    // the files.
    projects: [
      {
        extends: true,
        test: { name: "repository", root: "scripts", include: ["*.test.ts"], environment: "node" },
      },
      {
        extends: true,
        test: {
          name: "shared",
          root: "packages/shared",
          include: ["src/**/*.test.ts"],
          environment: "node",
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          root: "packages/server",
          include: ["{src,demo,dev-database,standins,testing}/**/*.test.ts"],
          environment: "node",
          isolate: false,
          globalSetup: [path("packages/server/testing/globalSetup.ts")],
        },
      },
      {
        extends: true,
        // As in a browser: the entry for Node sends by Node's own means.
        resolve: { alias: { "tus-js-client": path("node_modules/tus-js-client/lib.esm/browser/index.js") } },
        test: {
          name: "ui",
          root: "packages/ui",
          server: { deps: { inline: [/tus-js-client/] } },
          include: ["src/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          isolate: false,
          setupFiles: [path("packages/ui/src/testing/setup.ts")],
        },
      },
      {
        extends: true,
        resolve: { alias: { "tus-js-client": path("node_modules/tus-js-client/lib.esm/browser/index.js") } },
        test: {
          name: "app",
          root: "packages/pwa",
          server: { deps: { inline: [/tus-js-client/] } },
          include: ["src/{components,features}/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          isolate: false,
          setupFiles: [path("packages/ui/src/testing/setup.ts")],
        },
      },
      {
        extends: true,
        test: {
          name: "pwa",
          root: "packages/pwa",
          include: ["{src,scripts}/**/*.test.ts"],
          exclude: ["src/{components,features}/**"],
          environment: "node",
          // Files of the device's database change what its modules remember; few and small, they read their own.
          setupFiles: [path("packages/pwa/src/testing/setup.ts")],
        },
      },
      {
        extends: true,
        test: {
          name: "admin-desktop",
          root: "packages/admin-desktop",
          include: ["src/**/*.test.ts"],
          environment: "node",
          isolate: false,
        },
      },
    ],
  },
});
