import js from "@eslint/js";
import globals from "globals";
import tseslint from "typescript-eslint";

/**
 * Imports that would turn a dependency round, with what to do instead. A package is named by its name or, wrongly, by
 * its folder; both are refused.
 */
const forbid = (...patterns) => ({ "no-restricted-imports": ["error", { patterns }] });
const named = (...names) => `^@knowhow/(${names.join("|")})(/|$)`;
const noApp = {
  regex: named("ui", "pwa", "admin-desktop"),
  message: "The dependency runs the other way: put what both need into @knowhow/shared.",
};
const noServer = {
  regex: named("server"),
  message: "The app reaches the server through the contract only: add an entry to @knowhow/shared.",
};
const noShell = (...names) => ({
  regex: named(...names),
  message: "Nothing stands on a shell: put what both need into @knowhow/ui.",
});
const noPackages = {
  group: ["@knowhow/*", "node:*"],
  message: "@knowhow/shared depends on yup only and runs everywhere.",
};
const noFolders = {
  regex: "(^|/)(packages/)?(shared|server|ui|pwa|admin-desktop)/(src|migrations)(/|$)",
  message: "Another package is reached by its name, @knowhow/…, and only where the dependency runs that way.",
};

/** Names that others have replaced: docs/GLOSSARY.md has the words. */
const retiredNames = [
  ...[
    "isSurelyTheirs",
    "doubtPerson",
    "senderOf",
    "turnHere",
    "keepFor",
    "personHere",
    "whoLeft",
    "noteLeft",
  ],
  ...[
    "noteErasing",
    "eraseNoted",
    "calmMs",
    "begunAnew",
    "traceOf",
    "goneOf",
    "takeUp",
    "Kept",
    "Written",
    "Standing",
  ],
  ...[
    "heardServer",
    "missedServer",
    "letGo",
    "askPatiently",
    "rereadShown",
    "shownSince",
    "remembering",
    "heed",
  ],
  ...["compareBooks", "stayHere", "lockHere", "isHere", "mostOf", "startAnew", "lastWords", "loose"],
];

/** The contract holds every path; the client makes every request. */
const contractRules = [
  {
    selector: "Literal[value=/^\\u002Fapi\\u002F/], TemplateElement[value.raw=/^\\u002Fapi\\u002F/]",
    message: "Paths of calls stand in the contract of @knowhow/shared: use its entry.",
  },
  {
    selector:
      "CallExpression[callee.name='fetch'], CallExpression[callee.object.name='window'][callee.property.name='fetch']",
    message: "Requests are made by the derived client in packages/ui/src/client.",
  },
];

// One rule for SQL: docs/ARCHITECTURE.md, "Statements".
const builtStatements = {
  selector:
    "CallExpression[callee.property.name=/^(raw|query)$/] > Literal[value=/^(insert into \\w+ \\([^()]*\\) values \\([^()]*\\)|(delete from \\w+|update \\w+ set [^=,]+ = [^=,]+|select [\\w, ]+ from \\w+) where \\w+ = (\\?|\\$1))$/]",
  message: "Rows of one table, found by a column, are the model's or the builder's.",
};
const statement = "/^\\s*(select\\s[^]*\\sfrom|insert into|update|delete from|with)\\s/i";
const statementsInHandlers = {
  selector: `Literal[value=${statement}], TemplateElement[value.raw=${statement}]`,
  message: "Handlers hold no statement: reads stand in queries.ts, changes in their verb.",
};

const earlyWaits = {
  selector:
    "CallExpression[callee.object.name='vi'][callee.property.name=/^wait(For|Until)$/][arguments.length=1]",
  message: "It gives up after a second: expect.poll has the project's limit; hooks name a time.",
};
// A busy machine needs longer, and an idle one waits for nothing.
const fixedPauses = {
  selector:
    "CallExpression[callee.name='sleep'][arguments.0.value>0], CallExpression[callee.name='setTimeout'][arguments.1.value>0]",
  message:
    "Wait for the condition: expect.poll, an event, a clock that the test moves. A pause that is meant has a name, and its reason.",
};

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "**/dist-packages/**",
      "**/node_modules/**",
      ".data/**",
      "test-results/**",
      "playwright-report/**",
      ".tmp/**",
    ],
  },
  js.configs.recommended,
  { files: ["**/*.{js,mjs}"], languageOptions: { globals: globals.node } },
  {
    // The stand-in's script runs in the buyer's browser.
    files: ["packages/server/standins/toss/assets/*.js"],
    languageOptions: { globals: globals.browser, sourceType: "script" },
  },
  {
    // Names that docs/GLOSSARY.md has replaced.
    files: ["**/*.{ts,tsx}"],
    rules: {
      "id-denylist": ["error", ...retiredNames],
      // A bound is called max or min.
      "id-match": ["error", "^(?!(most|longest|least|shortest)([A-Z]|$))", { onlyDeclarations: true }],
    },
  },
  {
    // A comment that needs one of these has no noun yet.
    files: ["**/*.{ts,tsx,js,mjs}"],
    rules: {
      "no-warning-comments": [
        "error",
        { terms: ["whoever", "somebody", "someone", "anybody", "what is"], location: "anywhere" },
      ],
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    // The rules of this set that need types are oxlint's: .oxlintrc.json has them.
    extends: [...tseslint.configs.strict],
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  { files: ["packages/shared/**/*.ts"], rules: forbid(noPackages, noFolders) },
  {
    // The app starts with the endpoints; the schemas come with the first form.
    files: ["packages/shared/src/*.ts"],
    ignores: ["**/*.test.ts", "**/schemas.ts", "**/ipc.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^yup$|/schemas(/|\\.ts$)",
              allowTypeImports: true,
              message: "Schemas stand in src/schemas: of them endpoints know the types alone.",
            },
          ],
        },
      ],
    },
  },
  { files: ["packages/server/**/*.ts"], rules: forbid(noApp, noFolders) },
  {
    files: ["packages/ui/**/*.{ts,tsx}"],
    rules: forbid(noServer, noShell("pwa", "admin-desktop"), noFolders),
  },
  {
    files: ["packages/pwa/**/*.{ts,tsx}"],
    rules: forbid(noServer, noShell("admin-desktop"), noFolders),
  },
  {
    files: ["packages/admin-desktop/**/*.{ts,tsx}"],
    rules: forbid(noServer, noShell("pwa"), noFolders),
  },
  {
    // The stand-in for Electron is a program of its own that knows nothing of the product.
    files: ["e2e/desktop/standin/**/*.ts"],
    rules: forbid({ group: ["@knowhow/*"], message: "The stand-in knows nothing of what runs in it." }),
  },
  {
    // What a part needs of the environment is handed to it.
    files: ["packages/server/{src,demo,dev-database,standins}/**/*.ts"],
    ignores: [
      "**/*.test.ts",
      "packages/server/src/config.ts",
      // Hands the operating system's own variables on to PostgreSQL's programs; none is a setting of ours.
      "packages/server/dev-database/embedded/process.ts",
      // The last line of defence against pretended payments reads the environment itself.
      "packages/server/standins/toss/index.ts",
    ],
    rules: {
      "no-restricted-properties": [
        "error",
        {
          object: "process",
          property: "env",
          message: "Settings are read in config.ts, once: take them from there.",
        },
      ],
    },
  },
  {
    files: ["packages/{ui,pwa}/src/**/*.{ts,tsx}", "packages/admin-desktop/src/renderer/**/*.{ts,tsx}"],
    ignores: ["packages/ui/src/client/**", "**/*.test.{ts,tsx}", "**/testing/**"],
    rules: { "no-restricted-syntax": ["error", ...contractRules] },
  },
  {
    files: ["packages/server/{src,demo}/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: { "no-restricted-syntax": ["error", contractRules[0]] },
  },
  {
    files: ["packages/server/src/features/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: { "no-restricted-syntax": ["error", contractRules[0], builtStatements] },
  },
  {
    files: ["packages/server/src/features/**/{handlers,*Handlers}.ts"],
    rules: { "no-restricted-syntax": ["error", contractRules[0], builtStatements, statementsInHandlers] },
  },
  {
    files: ["**/*.test.{ts,tsx}", "**/{testing,test-support}.ts", "**/testing/**", "e2e/**/*.ts"],
    rules: { "no-restricted-syntax": ["error", earlyWaits, fixedPauses] },
  },
);
