import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { satisfies } from "semver";
import { describe, expect, it } from "vitest";
import { groups } from "../bench/mutants/groups.mjs";
import { root } from "./sources.mjs";

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  overrides?: Record<string, unknown>;
  workspaces?: string[];
}

const read = (file: string): string => readFileSync(join(root, file), "utf8");
// Ours, and npm keeps their form.
const manifestOf = (folder: string) => JSON.parse(read(join(folder, "package.json"))) as Manifest;

const main = manifestOf(".");
const workspaces = main.workspaces ?? [];
const apart = ["bench/lighthouse", "bench/mutants", "packages/admin-desktop/installer"];
const statedBy = (folder: string): [name: string, range: string][] => {
  const { dependencies = {}, devDependencies = {} } = manifestOf(folder);
  return Object.entries({ ...dependencies, ...devDependencies });
};

/** The text below a heading of a Markdown page, up to the next of its level. */
const section = (page: string, heading: string): string =>
  page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";

describe("dependencies", () => {
  const page = read("docs/DEPENDENCIES.md");
  const documented = (heading: string) =>
    [...section(page, heading).matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name).sort();

  it("has a reason for every version that is no range", () => {
    const folders = [".", ...workspaces, ...apart];
    const pins = folders.flatMap(statedBy).filter(([, range]) => !/^[\^~*]/.test(range));
    expect(documented("Pins")).toEqual([...new Set(pins.map(([name]) => name))].sort());
  });

  it("has a reason for every override", () => {
    expect(documented("Overrides")).toEqual(Object.keys(main.overrides ?? {}).sort());
  });

  it("run on the oldest Node that is supported, but for those of the console", () => {
    const lock = JSON.parse(read("package-lock.json")) as {
      packages: Record<string, { engines?: { node?: string } }>;
    };
    const newer = Object.entries(lock.packages)
      .filter(([, { engines }]) => !satisfies("20.19.0", engines?.node ?? "*"))
      .map(([path]) => path.replace(/^.*node_modules\//, ""));
    expect(newer.sort()).toEqual(["@electron-internal/extract-zip", "@electron/get", "electron"]);
  });

  it("states nothing in the root that a package states", () => {
    const inPackages = new Set(workspaces.flatMap(statedBy).map(([name]) => name));
    expect(statedBy(".").filter(([name]) => inPackages.has(name))).toEqual([]);
  });

  it("states one range of each", () => {
    const ranges = new Map<string, Set<string>>();
    for (const [name, range] of workspaces.flatMap(statedBy)) {
      ranges.set(name, (ranges.get(name) ?? new Set()).add(range));
    }
    expect([...ranges].filter(([, found]) => found.size > 1)).toEqual([]);
  });

  it.each([".", ...apart])("names no registry in the lock file of %s", (folder) => {
    expect(read(join(folder, "package-lock.json"))).not.toMatch(/"resolved": "[a-z]+:/);
  });
});

describe("decisions", () => {
  const folder = "docs/decisions";
  const files = readdirSync(join(root, folder)).filter((name) => name !== "README.md");
  const row = /^\| \[(\d{4})\]\((\S+)\) \| (.+) \| \d{4}-\d\d-\d\d \| (.+) \|$/gm;
  const index = [...read(join(folder, "README.md")).matchAll(row)].map(
    ([, number = "", file = "", title = "", status = ""]) => ({ number, file, title, status }),
  );

  it("are numbered without a gap, each in the index with its title", () => {
    expect(index.map(({ file }) => file)).toEqual(files.sort());
    expect(index.map(({ number }) => Number(number))).toEqual(index.map((_, at) => at + 1));
    for (const { number, file, title } of index) {
      expect(file).toMatch(new RegExp(`^${number}-[a-z0-9-]+\\.md$`));
      expect(read(join(folder, file)).split("\n")[0]).toBe(`# ${title}`);
    }
  });

  it("hold, or name what replaced them", () => {
    for (const { status } of index) {
      expect(status).toMatch(/^(holds|amended by \d{4}(, \d{4})*|superseded by \d{4}|superseded: .+)$/);
      for (const [number] of status.matchAll(/\d{4}/g))
        expect(index.map((other) => other.number)).toContain(number);
    }
  });
});

describe("pages", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  const pages = ["ARCHITECTURE", "GLOSSARY", "OPERATIONS", "PERFORMANCE"].map((name) => `docs/${name}.md`);

  it.each([...pages, "CONTRIBUTING.md", "README.md"])("%s names files that there are", (page) => {
    const named = [...read(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, path = ""]) => path);
    const missing = named.filter(
      (path) => !tracked.some((file) => file === path || file.endsWith(`/${path}`)),
    );
    expect(missing).toEqual([]);
  });

  it.each(tracked.filter((file) => file.endsWith(".md")))("%s leads to pages that there are", (page) => {
    const linked = [...read(page).matchAll(/\]\((?!https?:)([^()\s#]+\.md)/g)].map(([, path = ""]) => path);
    expect(linked.filter((path) => !tracked.includes(join(dirname(page), path)))).toEqual([]);
  });
});

describe("settings", () => {
  /** A glob without braces: one for each of the alternatives. */
  const alternatives = (glob: string): string[] => {
    const [braces, list = ""] = /\{([^{}]*)\}/.exec(glob) ?? [];
    return braces === undefined
      ? [glob]
      : list.split(",").flatMap((one) => alternatives(glob.replace(braces, one)));
  };
  const hasFiles = (glob: string): boolean => {
    const patterns = alternatives(glob).map((one) => `:(glob)${one.includes("/") ? one : `**/${one}`}`);
    return execFileSync("git", ["ls-files", "--", ...patterns], { cwd: root }).length > 0;
  };
  const quoted = (text: string) => [...text.matchAll(/"([^"\n]+)"/g)].map(([, glob = ""]) => glob);
  const lists = (text: string, names: string) =>
    [...text.matchAll(new RegExp(`"?(?:${names})"?: \\[([^\\]]*)\\]`, "g"))].flatMap(([, list = ""]) =>
      quoted(list),
    );

  it("are of files that there are", () => {
    const globs = {
      ".editorconfig": [...read(".editorconfig").matchAll(/^\[(.+)\]$/gm)].map(([, glob = ""]) => glob),
      ".oxlintrc.json": lists(read(".oxlintrc.json"), "files|excludeFiles"),
      ".oxfmtrc.json": lists(read(".oxfmtrc.json"), "ignorePatterns"),
      "bench/mutants/groups.mjs": Object.values(groups).flatMap(({ mutate }) => mutate),
    };
    for (const [file, found] of Object.entries(globs)) {
      expect(found.length, file).toBeGreaterThan(2);
      expect(
        found.filter((glob) => !hasFiles(glob) && !hasFiles(`${glob}/**`)),
        file,
      ).toEqual([]);
    }
  });
});

describe("long runs", () => {
  const page = read("scripts/soak.mjs");

  it("are of tests that exist", () => {
    const files = [
      ...[...page.matchAll(/server\(\s*"([^"]+)"/g)].map(([, file = ""]) => `packages/server/src/${file}`),
      ...[...page.matchAll(/"(e2e\/[^"]+)"/g)].map(([, file = ""]) => file),
    ];
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe("names", () => {
  it("gives no two exported types one name, but to a model that of its thing in the contract", () => {
    const files = execFileSync("git", ["ls-files", "packages"], { cwd: root, encoding: "utf8" });
    const places = new Map<string, string[]>();
    for (const file of files
      .split("\n")
      .filter((name) => /\/src\/.*\.tsx?$|server\/testing\/.*\.ts$/.test(name)))
      for (const [, name = ""] of read(file).matchAll(
        /^export (?:interface|type|class) (\w+)(?! extends BaseModel)/gm,
      ))
        places.set(name, [...(places.get(name) ?? []), file]);
    expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
  });
});

it("locks rows with their keys only where they are deleted", () => {
  const deleting = [
    "features/comments/handlers.ts",
    "features/files/orphaned.ts",
    "features/orders/beginRefund.ts",
    "features/retention/deleteExpired.ts",
  ];
  const room = "packages/server/src";
  const files = readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .filter((file) => /\.forUpdate\(|\bfor update\b/i.test(read(join(room, file))));
  expect(files.sort()).toEqual(deleting);
});

it("joins 님 to the name before it, with no space", () => {
  const rooms = ["server", "ui", "pwa", "admin-desktop", "shared"].map((room) => `packages/${room}/src`);
  const sources = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => join(room, file)),
  );
  const spaced = sources.filter((file) =>
    /[}\p{L}\p{N}"'>]\s+님/u.test(read(file).replaceAll(/\/\*\*.*\*\//g, "")),
  );
  expect(spaced).toEqual([]);
});
