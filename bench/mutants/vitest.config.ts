import { dirname } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import whole from "../../vitest.config.ts";
import { groups } from "./groups.mjs";

const { projects, ...shared } = whole.test ?? {};
const group = groups[process.env.MUTANTS ?? ""];
if (!group) throw new Error("MUTANTS names a group");
// Each of the file's own projects is stated in place.
const { test, resolve = {} } =
  (projects as TestProjectInlineConfiguration[]).find((project) => project.test?.name === group.project) ??
  {};

/** The tests of the mutated rooms; each file has modules of its own, so that no mutant leaves anything to the next. */
export default defineConfig({
  resolve,
  test: {
    ...shared,
    ...test,
    include: group.mutate.map(
      (pattern) => `${dirname(pattern.replace(`${test?.root ?? ""}/`, ""))}/*.test.{ts,tsx}`,
    ),
    isolate: true,
    silent: true,
  },
});
