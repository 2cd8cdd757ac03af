import { groups } from "./groups.mjs";

const name = process.env.MUTANTS ?? "";
const group = groups[name];
if (!group) throw new Error(`MUTANTS names one of ${Object.keys(groups).join(", ")}`);

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "bench/mutants/vitest.config.ts", related: false },
  mutate: [...(process.env.MUTATE?.split(",") ?? group.mutate), "!**/*.test.ts", "!**/testing.ts"],
  mutator: { excludedMutations: ["StringLiteral"] },
  // What runs once while a module is read would want a fresh process for each.
  ignoreStatic: true,
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 30,
  ignorePatterns: [".data", "test-results", "playwright-report", "packages/pwa/dist"],
  tempDirName: ".tmp/mutants",
  reporters: ["clear-text", "html", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `.tmp/mutants-${name}.html` },
  jsonReporter: { fileName: `.tmp/mutants-${name}.json` },
  thresholds: { high: 95, low: 85, break: 85 },
};
