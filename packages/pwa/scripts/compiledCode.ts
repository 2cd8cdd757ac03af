import type { Plugin } from "vite";

/**
 * Lets browsers keep the compiled code of the chunks that every page starts with; of the named chunks, which a start
 * runs nearly whole, all of it. Chromium compiles a module while it streams in and then never uses its code cache
 * (seen in 156), unless the page linked the file by `preload`. It caches only functions compiled as the file ran; in
 * the named chunks V8's comment makes that all of them. Chunks imported later stay linked by `modulepreload`: Chromium
 * hands a failed `preload` out again once the network is back.
 */
export const keepCompiledCode = (names: readonly string[]): Plugin => ({
  name: "knowhow-compiled-code",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk" && names.includes(file.name))
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
  },
  transformIndexHtml: {
    order: "post",
    handler: (html) => html.replaceAll('rel="modulepreload"', 'rel="preload" as="script"'),
  },
});
