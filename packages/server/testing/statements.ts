import { onTestFinished, vi } from "vitest";
import type { Deps } from "../src/deps.ts";

/** Counts from now on how often the database has answered the statement of this name, until the test ends. */
export const countAnswered = ({ pool }: Pick<Deps, "pool">, name: string): (() => number) => {
  const queries = vi.spyOn(pool, "query");
  onTestFinished(() => {
    queries.mockRestore();
  });
  const hasName = (statement: unknown) =>
    typeof statement === "object" && statement !== null && "name" in statement && statement.name === name;
  return () =>
    queries.mock.calls.filter(
      ([statement]: unknown[], at) =>
        hasName(statement) && queries.mock.settledResults[at]?.type === "fulfilled",
    ).length;
};
