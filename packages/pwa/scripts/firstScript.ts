import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";

/** Builds a script that waits for no module: one that runs before anything is drawn, or one that such a script imports. */
const bundle = async (source: string, format: "iife" | "es") => {
  const input = fileURLToPath(new URL(`../src/${source}`, import.meta.url));
  const built = (await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input,
        // The contract's modules have side effects that are not needed here.
        treeshake: { moduleSideEffects: [input] },
        preserveEntrySignatures: "strict",
        output: { format },
      },
    },
  })) as Rolldown.RolldownOutput; // a single build without watching
  const { code } = built.output[0];
  const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
  return { code, hash };
};

/** Puts the script that shows a kept view into the page, before the app; that of a file's reader is loaded by it. */
export const withFirstScript = (): Plugin => {
  let attrs: Record<string, string> = {};
  return {
    name: "knowhow-first-script",
    apply: "build",
    async buildStart() {
      const emit = async (name: string, source: string, format: "iife" | "es") => {
        const { code, hash } = await bundle(source, format);
        const fileName = `assets/${name}-${hash}.js`;
        this.emitFile({ type: "asset", fileName, source: code });
        return `/${fileName}`;
      };
      attrs = {
        src: await emit("view", "views/showView.ts", "iife"),
        "data-reader": await emit("reader-view", "offline/vault/readerView.ts", "es"),
      };
    },
    transformIndexHtml: () => [{ tag: "script", attrs, injectTo: "body" }],
  };
};
