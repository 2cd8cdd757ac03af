import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import configuration, { rooms } from "../.dependency-cruiser.mjs";
import { root } from "./sources.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "knowhow-rules-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const plant = (files: Readonly<Record<string, string>>): void => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
};

describe("rooms", () => {
  it.each(Object.entries(rooms))("of %s are those that rules know", (path, known) => {
    const found = readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "testing")
      .map(({ name }) => name);
    expect([...known].sort()).toEqual(found.sort());
  });

  it("are kept apart by each rule, and no further", async () => {
    const expected: string[] = [];
    const plantFault = (rule: string, from: string, to: string) => {
      plant({ [from]: `import "${to}";\n` });
      expected.push(`${rule} (${from})`);
    };
    for (const [path, names] of Object.entries(rooms))
      for (const name of [...names, "unlisted"])
        plant({ [`${path}/${name}/leaf.ts`]: "export type Leaf = 1;\n" });

    const orders = {
      "ui layer": "packages/ui/src",
      "shared screens": "packages/ui/src/features",
      "app feature": "packages/pwa/src/features",
      "server feature": "packages/server/src/features",
    };
    for (const [rule, path] of Object.entries(orders))
      for (const [index, room] of (rooms[path] ?? []).entries()) {
        const next = rooms[path]?.[index + 1] ?? "unlisted";
        plantFault(`${rule}: ${room}`, `${path}/${room}/wrong.ts`, `../${next}/leaf.ts`);
        plant({
          [`${path}/${next}/right.ts`]: `import "../${room}/leaf.ts";\n`,
          [`${path}/${room}/types.ts`]: `import type { Leaf } from "../${next}/leaf.ts";\nexport const leaf: Leaf = 1;\n`,
        });
      }
    const [server = [], app = []] = [rooms["packages/server/src"], rooms["packages/pwa/src"]];
    for (const layer of server.slice(0, server.indexOf("features")))
      plantFault("server layer", `packages/server/src/${layer}/wrong.ts`, "../features/orders/leaf.ts");
    for (const program of server.slice(server.indexOf("features") + 1)) {
      plantFault("server program", `packages/server/src/http/${program}.ts`, `../${program}/leaf.ts`);
      plant({ [`packages/server/src/${program}/right.ts`]: `import "../features/orders/leaf.ts";\n` });
    }
    for (const room of app.slice(0, app.indexOf("features")))
      plantFault("app: rooms", `packages/pwa/src/${room}/wrong.ts`, "../features/home/leaf.ts");
    plantFault(
      "server: the product alone",
      "packages/server/src/http/pretended.ts",
      "../../standins/leaf.ts",
    );
    plantFault("no cycle", "packages/shared/src/one.ts", "./two.ts");
    plant({
      "packages/server/standins/leaf.ts": "",
      "packages/server/src/server.ts": `import "../standins/leaf.ts";\n`,
      "packages/pwa/src/routes/right.ts": `import "../features/home/leaf.ts";\n`,
      "packages/shared/src/two.ts": `import "./one.ts";\n`,
      "packages/shared/src/shown.ts": `import "./later.ts";\n`,
      "packages/shared/src/later.ts": `export const load = () => import("./shown.ts");\n`,
    });

    const { options, forbidden } = configuration;
    const { output } = await cruise(["packages"], {
      ...options,
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden },
    });
    const { violations } = (output as ICruiseResult).summary; // Without an output type it is no text.
    expect(violations.map(({ rule, from }) => `${rule.name} (${from})`).sort()).toEqual(expected.sort());
    expect(new Set(violations.map(({ rule }) => rule.name))).toEqual(
      new Set(forbidden.map(({ name }) => name)),
    );
  });
});

/** Rules of the linter that have settings of ours. */
const configured = [
  "id-denylist",
  "no-restricted-imports",
  "no-restricted-properties",
  "no-warning-comments",
];

/** Lines that lint refuses name their rule at their end; it accepts all others. */
const planted = {
  "packages/server/src/http/imports.ts": `
    import "@knowhow/shared";
    import "@knowhow/ui"; // knowhow/packages
    export * from "../../../ui/src/client/client.ts"; // knowhow/packages
    void import("@knowhow/pwa"); // knowhow/packages`,
  "packages/shared/src/imports.ts": `
    import "node:fs"; // knowhow/packages
    import { object } from "yup"; // no-restricted-imports
    import { orders } from "./schemas/orders.ts"; // no-restricted-imports
    import type { ObjectSchema } from "yup";`,
  "packages/pwa/src/features/home/requests.ts": `
    const address = "/api/contents"; // knowhow/contract-paths
    const template = \`/api/contents/\${id}\`; // knowhow/contract-paths
    const page = "/apiary";
    void fetch(page); // knowhow/contract-requests
    void window.fetch(page); // knowhow/contract-requests
    void client.fetch(page);`,
  "packages/ui/src/client/client.ts": `
    void fetch("/api/contents");`,
  "packages/server/src/features/orders/save.ts": `
    await trx.raw("select id, price as paid from orders where id = ?", [id]); // knowhow/built-statements
    await pool.query("delete from orders where id = $1", [id]); // knowhow/built-statements
    await trx.raw(\`update orders set state = 'paid' where id = ?\`, [id]); // knowhow/built-statements
    await trx.raw(\` insert  into orders (id)  values (?) \`, [id]); // knowhow/built-statements
    await trx.raw("select \${columns} from orders where id = ?", [id]);
    await trx.raw(\`select \${columns} from orders where id = ?\`, [id]);
    await trx.raw(\`delete from orders where id = ? and state = 'expired'\`, [id]);
    log("delete from orders where id = ?");`,
  "packages/server/src/features/orders/handlers.ts": `
    const one = "select 1 from orders"; // knowhow/statements-in-handlers
    const other = \`with  paid as (\${one}) delete\`; // knowhow/statements-in-handlers
    const words = "selected from many";`,
  "packages/server/src/features/orders/refundHandlers.ts": `
    const change = "update orders set state = 'paid'"; // knowhow/statements-in-handlers`,
  "packages/server/src/features/orders/queries.ts": `
    const one = "select 1 from orders";
    const settings = process.env.PORT; // no-restricted-properties`,
  "packages/server/src/config.ts": `
    const settings = process.env.PORT;`,
  "packages/ui/src/client/waits.test.ts": `
    await vi.waitFor(isDone); // knowhow/early-waits
    await vi.waitUntil(isDone); // knowhow/early-waits
    await vi.waitFor(isDone, { timeout: limitMs });
    await sleep(50); // knowhow/fixed-pauses
    setTimeout(isDone, 50); // knowhow/fixed-pauses
    await sleep(restMs);
    setTimeout(isDone, 0);
    await pool.query("delete from orders where id = $1", [id]);`,
  "packages/ui/src/client/names.ts": `
    const mostFiles = 1; // knowhow/names-of-bounds
    function longestOf() {} // knowhow/names-of-bounds
    class Least {}
    const mostly = 1;
    const maxFiles = 1;
    const roomOfTheirs = 1; // knowhow/pronouns-in-names
    const { theirs } = rooms; // knowhow/pronouns-in-names
    const { owner: whose } = rooms; // knowhow/pronouns-in-names
    const { room, ...ours } = rooms; // knowhow/pronouns-in-names
    const { room: mine = 1 } = rooms; // knowhow/pronouns-in-names
    const [his] = rooms; // knowhow/pronouns-in-names
    function askForThem() {} // knowhow/pronouns-in-names
    const signIn = (who: Person) => rooms; // knowhow/pronouns-in-names
    type OurRoom = Room; // knowhow/pronouns-in-names
    interface TheirRoom {} // knowhow/pronouns-in-names
    class Its {} // knowhow/pronouns-in-names
    const answer = { mine: rooms };
    const { isMine } = answer;
    const [item, shell, museum, itself] = rooms;`,
};

interface Diagnostic {
  code: string;
  filename: string;
  labels: { span: { line: number } }[];
}

/** Lints the folder, by the project's settings. */
const lint = (): Promise<string> =>
  new Promise((resolve) => {
    const program = join(root, "node_modules/oxlint/bin/oxlint");
    execFile(process.execPath, [program, "--format", "json"], { cwd: folder }, (_, stdout) => {
      // Its status is that it found something.
      resolve(stdout);
    });
  });

it("refuses a fault of each rule of ours, and accepts what stands beside it", async () => {
  const settings = readFileSync(join(root, ".oxlintrc.json"), "utf8");
  const listed = (name: string): string[] => {
    const [, list = ""] = new RegExp(`"${name}": \\[([^\\]]*)\\]`).exec(settings) ?? [];
    return [...list.matchAll(/"([^"]+)"/g)]
      .map(([, entry = ""]) => entry)
      .filter((entry) => entry !== "error");
  };
  const productRules = [...settings.matchAll(/"(knowhow\/[\w-]+)": "error"/g)].map(([, rule = ""]) => rule);
  const rules = new Set([...productRules, ...configured]);
  const names = listed("id-denylist").map((name) => `void { ${name}: 1 }; // id-denylist`);
  const words = listed("terms");
  const files = {
    ...planted,
    "packages/shared/src/names.ts": [...names, "void { keeping: 1 };"].join("\n"),
    "packages/shared/src/comments.ts": [...words.map((word) => `// ${word}`), "// Readers"].join("\n"),
  };
  const expected = Object.entries(files).flatMap(([file, text]) =>
    text.split("\n").flatMap((line, index) => {
      const rule = /\/\/ ([\w/-]+)$/.exec(line)?.[1] ?? "";
      return rules.has(rule) ? [{ rule, place: `${file}:${index + 1}` }] : [];
    }),
  );
  // A comment that names this rule is not judged by it.
  for (const index of words.keys())
    expected.push({ rule: "no-warning-comments", place: `packages/shared/src/comments.ts:${index + 1}` });
  expect(new Set(expected.map(({ rule }) => rule))).toEqual(rules);

  // None of these rules needs types, and the folder has none.
  const untyped = settings.replaceAll(/"(typeAware|typeCheck)": true/g, '"$1": false');
  const lintRules = readFileSync(join(root, "scripts/lintRules.mjs"), "utf8");
  plant({ ...files, ".oxlintrc.json": untyped, "scripts/lintRules.mjs": lintRules });
  // The form of oxlint's reports.
  const { diagnostics } = JSON.parse(await lint()) as { diagnostics: Diagnostic[] };
  const found = diagnostics.flatMap(({ code, filename, labels: [label] }) => {
    const rule = code.replace(/^eslint\((.+)\)$/, "$1").replace(/^knowhow\((.+)\)$/, "knowhow/$1");
    return rules.has(rule) ? [{ rule, place: `${filename}:${label?.span.line}` }] : [];
  });
  const sorted = (list: typeof found) => list.map(({ rule, place }) => `${place} ${rule}`).sort();
  expect(sorted(found)).toEqual(sorted(expected));
});
