// Checks that need no running product, in parts that can run beside one another.
import { node } from "./sideBySide.mjs";

/** Types of every package and the rules that need them, by one compiler. */
export const types = node("types", "node_modules/oxlint/bin/oxlint", "--quiet", "--deny-warnings");

/** Types, and all other rules by ESLint, in parts that can run beside them. */
export const lint = [
  types,
  ...[
    ["packages/server", "packages/shared"],
    ["packages/ui"],
    ["packages/pwa", "packages/admin-desktop"],
    [".", "--ignore-pattern", "packages/*"],
  ].map((part) =>
    node(`lint of ${part[0]}`, "node_modules/eslint/bin/eslint.js", "--max-warnings", "0", ...part),
  ),
];

/** Rooms, format and dead code. */
export const others = [
  node(
    "rooms",
    "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
    "packages",
    "--config",
    ".dependency-cruiser.mjs",
  ),
  node("format", "node_modules/oxfmt/bin/oxfmt", "--check"),
  node("dead code", "node_modules/knip/bin/knip.js"),
];

/** App and console as they are run, for checks of the builds. */
export const builds = [
  node("build", "scripts/build.mjs"),
  node("build of the console", "scripts/build-desktop.mjs"),
];
