// `npm run desktop`: the administrators' console against a local server, on Electron's binary. With `--standin` on
// the stand-in of its tests instead, which needs no more than a Chromium and a display to be seen on.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { buildDesktop } from "../../../scripts/build-desktop.mjs";
import { findChromium } from "../../../scripts/chromium.mjs";
import { root } from "../../../scripts/sources.mjs";

const require = createRequire(import.meta.url);

/** The path of Electron's binary, fetched at the first start; undefined where it can not be had. */
const findElectron = () => {
  try {
    return require("electron");
  } catch (error) {
    process.stderr.write(
      [
        "",
        `  Electron's own binary is not there and could not be fetched (${error.message.split("\n")[0]}).`,
        "  It comes from github.com the first time: run this again where that can be reached,",
        "  or let ELECTRON_OVERRIDE_DIST_PATH name a folder that holds it.",
        "",
        "  Without it:  npm run desktop:standin",
        "",
        "",
      ].join("\n"),
    );
    return undefined;
  }
};

const findStandin = () => {
  if (findChromium() !== undefined) return join(root, "e2e/desktop/standin/bin/electron");
  process.stderr.write("  There is no Chromium: `node scripts/chromium.mjs` installs one.\n");
  return undefined;
};

const binary = process.argv.includes("--standin") ? findStandin() : findElectron();
if (binary === undefined) process.exit(1);
await buildDesktop();
const child = spawn(binary, [join(root, "packages/admin-desktop")], {
  stdio: "inherit",
  env: { KNOWHOW_SERVER: `http://localhost:${process.env.PORT ?? 3000}`, ...process.env },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
