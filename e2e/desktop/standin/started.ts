import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const isSwitch = (value: string): boolean => /^--(inspect|remote-debugging-port|no-sandbox)/.test(value);

/**
 * Splits the command line as Electron does: scripts to load first, its own switches, the app and the app's arguments.
 */
const readCommand = (given: readonly string[]) => {
  const preloads: string[] = [];
  const own: string[] = [];
  for (let at = 0; at < given.length; at++) {
    const value = given[at] ?? "";
    if (value === "-r") preloads.push(given[++at] ?? "");
    else if (!isSwitch(value)) own.push(value);
  }
  return { preloads, own };
};

const { preloads, own } = readCommand(process.argv.slice(2));

/** The folder with a package.json, or the script itself. */
const entry = resolve(own[0] ?? ".");
const manifestPath = join(entry, "package.json");
// What npm itself wrote or reads.
const manifest = (existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, "utf8")) : {}) as {
  name?: string;
  productName?: string;
  version?: string;
  main?: string;
};

/** What this process was started with. */
export const started = {
  preloads,
  own,
  script: existsSync(manifestPath) ? join(entry, manifest.main ?? "index.js") : entry,
  folder: existsSync(manifestPath) ? entry : dirname(entry),
  productName: manifest.productName ?? manifest.name ?? "app",
  version: manifest.version ?? "0.0.0",
};
