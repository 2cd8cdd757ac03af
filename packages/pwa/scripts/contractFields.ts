import type { Endpoint } from "@knowhow/shared";
import type { ESTree, Plugin } from "vite";

/** Fields of an endpoint that the server alone reads. */
const serverFields: ReadonlySet<string> = new Set([
  "bodyKind",
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
] satisfies (keyof Endpoint)[]);

type Named = ReadonlyMap<string, ESTree.ObjectExpression>;

const variablesOf = (statement: ESTree.Program["body"][number]): ESTree.VariableDeclarator[] => {
  const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  return declared?.type === "VariableDeclaration" ? declared.declarations : [];
};

/** The table of `endpoints()(table)`. */
const tableOf = (value: ESTree.Expression | null): ESTree.ObjectExpression[] => {
  if (value?.type !== "CallExpression" || value.callee.type !== "CallExpression") return [];
  const { callee } = value.callee;
  const isOfEndpoints = callee.type === "Identifier" && callee.name === "endpoints";
  return isOfEndpoints ? value.arguments.filter((table) => table.type === "ObjectExpression") : [];
};

/** The objects that an endpoint is made of: its own, and those of the module that it spreads. */
const partsOf = (value: ESTree.Node, named: Named): ESTree.ObjectExpression[] => {
  const part = value.type === "Identifier" ? named.get(value.name) : value;
  if (part?.type !== "ObjectExpression") return [];
  const spread = part.properties.flatMap((property) =>
    property.type === "SpreadElement" ? partsOf(property.argument, named) : [],
  );
  return [part, ...spread];
};

/** Ranges of the server's fields in an object, from each one's start to the start of the next. */
const rangesIn = ({ properties, end }: ESTree.ObjectExpression): [start: number, end: number][] =>
  properties.flatMap((property, position) =>
    property.type === "Property" && property.key.type === "Identifier" && serverFields.has(property.key.name)
      ? [[property.start, properties[position + 1]?.start ?? end - 1]]
      : [],
  );

const rangesOf = ({ body }: ESTree.Program): [start: number, end: number][] => {
  const variables = body.flatMap(variablesOf);
  const named = new Map(
    variables.flatMap(({ id, init }) =>
      id.type === "Identifier" && init?.type === "ObjectExpression" ? [[id.name, init]] : [],
    ),
  );
  const parts = variables
    .flatMap(({ init }) => tableOf(init))
    .flatMap(({ properties }) => properties)
    .flatMap((property) => (property.type === "Property" ? partsOf(property.value, named) : []));
  // Several endpoints spread the same object.
  return [...new Set(parts)].flatMap(rangesIn).sort(([one], [other]) => other - one);
};

/**
 * Leaves out of the app what only the server reads of its calls: errors, limits and who may call, 1,300 of 190,000
 * compressed bytes of the first script.
 */
export const withoutServerFields = (): Plugin => ({
  name: "knowhow-contract-fields",
  apply: "build",
  transform: {
    filter: { id: /shared[\\/]src[\\/]\w+\.ts$/, code: "endpoint.ts" },
    handler(code) {
      const left = (text: string, [start, end]: [number, number]) => text.slice(0, start) + text.slice(end);
      return { code: rangesOf(this.parse(code)).reduce(left, code), map: null };
    },
  },
});
