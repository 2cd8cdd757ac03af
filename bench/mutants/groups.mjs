// The parts of the product that are mutated, each with the tests that have to notice: those of the same rooms. Texts
// stay as they are (StringLiteral): most are words for people or SQL.

const feature = (...names) => names.map((name) => `packages/server/src/features/${name}/*.ts`);

/** By name: sources (globs from the root), whose folders have the tests, and the project of `vitest.config.ts`. */
export const groups = {
  orders: { project: "server", mutate: feature("orders", "refunds") },
  settlements: { project: "server", mutate: feature("settlements", "payouts") },
  sanctions: { project: "server", mutate: feature("penalties", "reports", "moderation") },
  files: { project: "server", mutate: [...feature("files", "uploads"), "packages/server/src/storage/*.ts"] },
  news: { project: "server", mutate: ["packages/server/src/events/*.ts", "packages/server/src/jobs/*.ts"] },
  drafts: { project: "ui", mutate: ["packages/ui/src/device/drafts/*.ts"] },
  triage: { project: "ui", mutate: ["packages/ui/src/features/admin/triage/*.ts"] },
  outbox: { project: "ui", mutate: ["packages/ui/src/device/outbox/*.ts"] },
  sealing: { project: "pwa", mutate: ["packages/pwa/src/offline/sealing.ts"] },
  jobs: { project: "ui", mutate: ["packages/ui/src/device/jobs/**/*.ts"] },
};
