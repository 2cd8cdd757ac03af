// `npm run desktop:dist`: packages the console for this system; `-- --dir` leaves it as a folder. Electron's binary
// comes from github.com, or from the folder that ELECTRON_DIST names. KNOWHOW_SIGNED=true says that the packages are
// signed (by the usual variables of electron-builder): only then do they look for newer versions.
import { join } from "node:path";
import { build, Platform } from "electron-builder";
import packaging from "./packaging.ts";
import { buildDesktop } from "../../../scripts/build-desktop.mjs";
import { root } from "../../../scripts/sources.mjs";

await buildDesktop({ force: true, isSigned: process.env.KNOWHOW_SIGNED === "true" });
const made = await build({
  projectDir: join(root, "packages/admin-desktop"),
  config: packaging,
  targets: Platform.current().createTarget(process.argv.includes("--dir") ? ["dir"] : undefined),
}).catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException; // what the builder throws
  if (code !== "ENOTFOUND" && code !== "ECONNREFUSED" && !/github\.com/.test(message)) throw error;
  process.stderr.write(
    `\n  Electron's binary could not be fetched from github.com (${message.split("\n")[0] ?? ""}).\n` +
      "  Run this where that can be reached, or let ELECTRON_DIST name a folder that holds the binary.\n\n",
  );
  process.exit(1);
});
for (const path of made) process.stdout.write(`  ${path}\n`);
