// The parts of the product that are mutated, each with the tests that have to notice: those of the same rooms. Texts
// stay as they are (StringLiteral): most are words for people or SQL.

const feature = (...names) => names.map((name) => `packages/server/src/features/${name}/*.ts`);

/** By name: sources (globs from the root), tests (globs from `tests.root`) and the project of `vitest.config.ts`. */
export const groups = {
  orders: { project: "server", mutate: feature("orders", "refunds") },
  settlements: { project: "server", mutate: feature("settlements", "payouts") },
  sanctions: { project: "server", mutate: feature("penalties", "reports", "moderation") },
  files: { project: "server", mutate: [...feature("files", "uploads"), "packages/server/src/storage/*.ts"] },
  news: { project: "server", mutate: ["packages/server/src/events/*.ts", "packages/server/src/jobs/*.ts"] },
  drafts: { project: "ui", mutate: ["packages/ui/src/device/drafts/*.ts"] },
  jobs: { project: "ui", mutate: ["packages/ui/src/device/jobs/**/*.ts"] },
};
