import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: "shared", root: "packages/shared", include: ["src/**/*.test.ts"], environment: "node" },
      },
      {
        test: {
          name: "server",
          root: "packages/server",
          include: ["src/**/*.test.ts"],
          environment: "node",
          globalSetup: ["src/testing/globalSetup.ts"],
          testTimeout: 30_000,
          hookTimeout: 90_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "ui",
          root: "packages/ui",
          include: ["src/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["src/testing/setup.ts"],
        },
      },
    ],
  },
});
