import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import type { Plugin } from "vite";

const manifest = createRequire(import.meta.url).resolve("pdfjs-dist/package.json");
const library = dirname(manifest);
// A package states its own version.
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
/** The client names the same folder, see offline/vault/late/pdfLibrary.ts. */
const folder = `assets/pdfjs-${version}`;

/** Tables of characters, fonts, decoders and colours that a document may not bring along. */
const parts = ["cmaps", "standard_fonts", "wasm", "iccs"];
const files = parts.flatMap((part) =>
  readdirSync(join(library, part))
    .filter((name) => extname(name) !== "" && !name.startsWith("LICENSE"))
    .map((name) => `${part}/${name}`),
);

/** Puts the files that the PDF library loads when it needs them beside the app. */
export const withPdfFiles = (): Plugin => ({
  name: "knowhow-pdf-files",
  generateBundle() {
    for (const name of files)
      this.emitFile({
        type: "asset",
        fileName: `${folder}/${name}`,
        source: readFileSync(join(library, name)),
      });
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${folder}`, (request, response, next) => {
      const name = request.url?.slice(1) ?? "";
      if (files.includes(name)) response.end(readFileSync(join(library, name)));
      else next();
    });
  },
});
