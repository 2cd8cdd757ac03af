import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";

const input = fileURLToPath(new URL("../src/views/showView.ts", import.meta.url));

/** Builds one classic script: it runs before anything is drawn, and waits for no module. */
const bundle = async (): Promise<string> => {
  const built = (await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      // The contract's modules have side effects that are not needed here.
      rolldownOptions: { input, treeshake: { moduleSideEffects: [input] }, output: { format: "iife" } },
    },
  })) as Rolldown.RolldownOutput; // a single build without watching
  return built.output[0].code;
};

/** Puts the script that shows a kept view into the page, before the app. */
export const withFirstScript = (): Plugin => {
  let fileName = "";
  return {
    name: "knowhow-first-script",
    apply: "build",
    async buildStart() {
      const source = await bundle();
      fileName = `assets/view-${createHash("sha256").update(source).digest("base64url").slice(0, 8)}.js`;
      this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: () => [{ tag: "script", attrs: { src: `/${fileName}` }, injectTo: "body" }],
  };
};
