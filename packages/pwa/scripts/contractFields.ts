import type { ESTree, Plugin } from "vite";

/** Fields of an endpoint that the server alone reads. */
const serverFields = new Set([
  "changesContents",
  "crossSite",
  "errors",
  "limit",
  "limitInHandler",
  "repeatedStatus",
  "status",
  "whileBanned",
  "whileMustChangePassword",
  "whileSuspended",
]);

/** A call may have the name of a field. */
const isOfServer = (property: ESTree.ObjectExpression["properties"][number]): boolean =>
  property.type === "Property" &&
  property.key.type === "Identifier" &&
  serverFields.has(property.key.name) &&
  property.value.type !== "ObjectExpression";

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === "object" && value !== null && "type" in value;

/** Ranges of the properties in all objects below a node, from each one's start to the start of the next. */
const rangesBelow = (node: ESTree.Node): [start: number, end: number][] => {
  const ranges: [number, number][] = [];
  if (node.type === "ObjectExpression")
    node.properties.forEach((property, position) => {
      const end = node.properties[position + 1]?.start ?? node.end - 1;
      if (isOfServer(property)) ranges.push([property.start, end]);
    });
  const below = Object.values(node).flat() as unknown[];
  return [...ranges, ...below.filter(isNode).flatMap(rangesBelow)];
};

/**
 * Leaves out of the app what only the server reads of its calls: errors, limits and who may call, 1,100 of 190,000
 * compressed bytes of the first script.
 */
export const withoutServerFields = (): Plugin => ({
  name: "knowhow-contract-fields",
  apply: "build",
  transform: {
    filter: { id: /shared[\\/]src[\\/]\w+\.ts$/, code: "endpoint.ts" },
    handler(code) {
      const ranges = rangesBelow(this.parse(code)).sort(([one], [other]) => other - one);
      return {
        code: ranges.reduce((left, [start, end]) => left.slice(0, start) + left.slice(end), code),
        map: null,
      };
    },
  },
});
