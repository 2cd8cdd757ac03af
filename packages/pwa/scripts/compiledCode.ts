import type { Plugin } from "vite";

/**
 * Lets browsers keep the compiled code of what every page starts with, from one start to the next; of the chunks named
 * here, of which a start runs nearly everything, all of it. Chromium compiles a module while it streams in and then
 * never takes what it kept of it (seen in 156), unless the page linked the file by `preload`; and it keeps only what was
 * compiled as the file ran, which for the named ones V8's comment makes the whole. What is imported later stays linked
 * by `modulepreload`: Chromium hands a failed `preload` out again once the network is back.
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
