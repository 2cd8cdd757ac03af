// Rules of this product that no linter brings along: syntax that is forbidden, with what to do instead. .oxlintrc.json
// says where each holds.

import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Packages that each package may import. */
const mayImport = {
  shared: [],
  server: ["shared"],
  ui: ["shared"],
  pwa: ["shared", "ui"],
  "admin-desktop": ["shared", "ui"],
  standin: [],
};

const refusalOf = (own, source) => {
  if (/(^|\/)(packages\/)?(shared|server|ui|pwa|admin-desktop)\/(src|migrations)(\/|$)/.test(source))
    return "Another package is reached by its name, @knowhow/…, and only where the dependency runs that way.";
  if (own === "shared" && source.startsWith("node:"))
    return "@knowhow/shared depends on yup only and runs everywhere.";
  const target = /^@knowhow\/([^/]+)/.exec(source)?.[1];
  return target === undefined || mayImport[own].includes(target)
    ? undefined
    : `${own} may import: ${mayImport[own].join(", ") || "no other package"}. Put what both need where both may.`;
};

/** Imports that would turn a dependency between packages round. */
const packages = {
  create: (context) => {
    // From the root: a folder above it may be called packages too.
    const file = relative(root, context.filename).replaceAll("\\", "/");
    const own = /^(?:packages|e2e\/desktop)\/([^/]+)\//.exec(file)?.[1];
    const judge = ({ source }) => {
      const message = typeof source?.value === "string" ? refusalOf(own, source.value) : undefined;
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: judge,
      ImportExpression: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: judge,
    };
  },
};

/** A rule that refuses all nodes of a selector. */
const forbid = (selector, message) => ({
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
});

/** Whole statements about the rows of one table that one column finds. */
const rowStatement =
  String.raw`/^\s*(insert into \w+ \([^()]*\) values \([^()]*\)|(delete from \w+|update \w+ set [^=,]+ = [^=,]+|select [\w,\s]+ from \w+) where \w+ = (\?|\$1))\s*$/`.replaceAll(
    " ",
    String.raw`\s+`,
  );
const asking = "CallExpression[callee.property.name=/^(raw|query)$/]";

const statement = "/^\\s*(select\\s[^]*\\sfrom|insert\\s+into|update|delete\\s+from|with)\\s/i";

const pronouns =
  "he him his she her hers it its we us our ours they them their theirs my mine you your yours who whom whose whoever somebody someone anybody".split(
    " ",
  );
const capitalised = pronouns.map((word) => word[0].toUpperCase() + word.slice(1));
/** Names with a pronoun as one of their words, but for those of the API and of MUI; `me` is the API's in many names. */
const pronounName = `/^(?!(isMine|didYouMean|my)$)(${pronouns.join("|")}|.*(${capitalised.join("|")}))(?![a-z])/`;
const declaration =
  "VariableDeclarator, FunctionDeclaration, ClassDeclaration, TSTypeAliasDeclaration, TSInterfaceDeclaration";

export default {
  meta: { name: "knowhow" },
  rules: {
    packages,
    "contract-paths": forbid(
      "Literal[value=/^\\u002Fapi\\u002F/], TemplateElement[value.raw=/^\\u002Fapi\\u002F/]",
      "Paths of calls stand in the contract of @knowhow/shared: use its entry.",
    ),
    "contract-requests": forbid(
      "CallExpression[callee.name='fetch'], CallExpression[callee.object.name='window'][callee.property.name='fetch']",
      "Requests are made by the derived client in packages/ui/src/client.",
    ),
    // One rule for SQL: docs/ARCHITECTURE.md, "Statements".
    "built-statements": forbid(
      `${asking} > Literal[value=${rowStatement}], ${asking} > TemplateLiteral[expressions.length=0] > TemplateElement[value.cooked=${rowStatement}]`,
      "Rows of one table, found by a column, are the model's or the builder's.",
    ),
    "statements-in-handlers": forbid(
      `Literal[value=${statement}], TemplateElement[value.raw=${statement}]`,
      "Handlers hold no statement: reads stand in queries.ts, changes in their verb.",
    ),
    "early-waits": forbid(
      "CallExpression[callee.object.name='vi'][callee.property.name=/^wait(For|Until)$/][arguments.length=1]",
      "It gives up after a second: expect.poll has the project's limit; hooks name a time.",
    ),
    // A busy machine needs longer, and an idle one waits for nothing.
    "fixed-pauses": forbid(
      "CallExpression[callee.name='sleep'][arguments.0.value>0], CallExpression[callee.name='setTimeout'][arguments.1.value>0]",
      "Wait for the condition: expect.poll, an event, a clock that the test moves. A pause that is meant has a name, and its reason.",
    ),
    // `id-match` of oxlint knows no negation.
    "names-of-bounds": forbid(
      ":matches(VariableDeclarator, FunctionDeclaration, ClassDeclaration) > Identifier.id[name=/^(most|longest|least|shortest)([A-Z]|$)/]",
      "A bound is called max or min.",
    ),
    // Properties may be the wire's.
    "pronouns-in-names": forbid(
      [
        `:matches(${declaration}) > Identifier.id`,
        "Identifier.params",
        "AssignmentPattern > Identifier.left",
        "RestElement > Identifier.argument",
        "ArrayPattern > Identifier.elements",
        "ObjectPattern > Property > Identifier.value",
      ]
        .map((place) => `${place}[name=${pronounName}]`)
        .join(", "),
      "A name has a noun of its own: the person, their role, the thing.",
    ),
  },
};
