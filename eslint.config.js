import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

/** Imports that would turn a dependency round, with what to do instead. */
const forbid = (...patterns) => ({ "no-restricted-imports": ["error", { patterns }] });
const noApp = {
  group: ["@knowhow/ui", "@knowhow/ui/*", "@knowhow/pwa", "@knowhow/pwa/*"],
  message: "The dependency runs the other way: put what both need into @knowhow/shared.",
};
const noServer = {
  group: ["@knowhow/server", "@knowhow/server/*", "**/server/src/**"],
  message: "The app reaches the server through the contract only: add an entry to @knowhow/shared.",
};
const noPackages = {
  group: ["@knowhow/*", "node:*"],
  message: "@knowhow/shared depends on yup only and runs everywhere.",
};

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

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
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
    files: ["packages/server/src/standins/toss/assets/*.js"],
    languageOptions: { globals: globals.browser, sourceType: "script" },
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      // Objection and knex builders are thenable without being promises.
      "@typescript-eslint/no-floating-promises": ["error", { checkThenables: false }],
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "@typescript-eslint/unbound-method": "off",
      // Lengths are counted in code points on purpose, as PostgreSQL counts them.
      "@typescript-eslint/no-misused-spread": "off",
    },
  },
  { files: ["packages/shared/**/*.ts"], rules: forbid(noPackages, noApp, noServer) },
  { files: ["packages/server/**/*.ts"], rules: forbid(noApp) },
  { files: ["packages/{ui,pwa}/**/*.{ts,tsx}"], rules: forbid(noServer) },
  {
    files: ["packages/{ui,pwa}/src/**/*.{ts,tsx}"],
    ignores: ["packages/ui/src/client/**", "**/*.test.{ts,tsx}", "**/testing/**"],
    rules: { "no-restricted-syntax": ["error", ...contractRules] },
  },
  {
    files: ["packages/server/src/**/*.ts"],
    ignores: ["**/*.test.ts", "**/testing/**", "packages/server/src/standins/**"],
    rules: { "no-restricted-syntax": ["error", contractRules[0]] },
  },
  {
    files: ["packages/{ui,pwa}/src/**/*.{ts,tsx}"],
    plugins: { "react-hooks": hooks },
    rules: hooks.configs.recommended.rules,
  },
  {
    files: ["**/*.test.{ts,tsx}", "**/testing/**", "e2e/**/*.ts"],
    rules: {
      // Tests look into answers whose shape the contract already checked.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
    },
  },
);
