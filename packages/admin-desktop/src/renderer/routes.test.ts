// @vitest-environment jsdom
import type { RouteObject } from "react-router-dom";
import { expect, it } from "vitest";
import { createRoutes } from "./routes.tsx";

/** Leaves of the tree: the router warns of one that shows nothing. */
const leavesOf = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => (route.children ? leavesOf(route.children) : [route]));

it("gives every path of the console an element", () => {
  const leaves = leavesOf(createRoutes("https://example.com"));
  expect(leaves.length).toBeGreaterThan(5);
  const empty = leaves.filter((leaf) => leaf.element === undefined && !leaf.Component && !leaf.lazy);
  expect(empty.map(({ path }) => path)).toEqual([]);
});
