import { parseSync, type Plugin } from "vite";

interface Node extends Record<string, unknown> {
  type: string;
  start: number;
  end: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

/** Every node of a tree, the outer ones first. */
function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* walk(one);
  if (!isNode(value)) return;
  yield value;
  for (const part of Object.values(value)) yield* walk(part);
}

const nameOf = (value: unknown): unknown => (isNode(value) ? value["name"] : undefined);
const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Fields of a call that the server alone reads: forms use their schemas by name, and the client sends what it is given. */
const serverFields = new Set([
  "query", "body", "errors", "limit", "status", "whileSuspended", "whileBanned", "changesContents", "crossSite",
]); // prettier-ignore

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** That there is an answer is all that the app asks of its schema. */
const editFields = (fields: readonly Node[]): Edit[] =>
  fields.flatMap(({ start, end, key }, at): Edit[] => {
    const name = nameOf(key);
    if (name === "response") return [{ start, end, text: "response: true" }];
    if (typeof name !== "string" || !serverFields.has(name)) return [];
    // With the comma behind it.
    return [{ start, end: fields[at + 1]?.start ?? end, text: "" }];
  });

const dropFields = (program: unknown): Edit[] =>
  [...walk(program)].flatMap(({ type, callee, arguments: given }) =>
    type === "CallExpression" && nameOf(callee) === "endpoint"
      ? editFields(listOf(listOf(given)[0]?.["properties"]))
      : [],
  );

/** A schema is made by calls, which the bundler has to take for acts: marked as pure, one that nothing uses goes. */
const markPure = ({ body }: { body: unknown }): Edit[] =>
  listOf(body)
    .map((statement) => (isNode(statement["declaration"]) ? statement["declaration"] : statement))
    .flatMap(({ declarations }) => listOf(declarations))
    .flatMap(({ init }): Edit[] =>
      isNode(init) && (init.type === "CallExpression" || init.type === "ObjectExpression")
        ? [
            { start: init.start, end: init.start, text: "/* @__PURE__ */ (() => (" },
            { start: init.end, end: init.end, text: "))()" },
          ]
        : [],
    );

/**
 * Leaves out of the app what of the contract the server alone reads: schemas of answers, and of input that no form of the
 * app fills in. Every first visit would load them.
 */
export const withoutServerFields = (): Plugin => ({
  name: "knowhow-server-fields",
  apply: "build",
  transform(code, id) {
    if (!/packages[\\/]shared[\\/]src[\\/]/.test(id)) return undefined;
    const { program } = parseSync(id, code);
    let changed = code;
    const edits = [...dropFields(program), ...markPure(program)];
    for (const { start, end, text } of edits.sort((one, other) => other.start - one.start))
      changed = changed.slice(0, start) + text + changed.slice(end);
    return { code: changed, map: null };
  },
});
