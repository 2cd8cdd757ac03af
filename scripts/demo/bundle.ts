import { strToU8, unzipSync, zipSync } from "fflate";
import type { Zippable } from "fflate";
import { sectionsOf, toPlainText } from "./document.ts";
import type { DemoDocument } from "./document.ts";

/** The day that every made file carries, so that making it again gives the same bytes. */
export const madeOn = new Date(Date.UTC(2026, 0, 2));

// The zip format stores local time: the parts of the date are given, not an instant.
const mtime = new Date(2026, 0, 2, 9, 0, 0);

const pack = (entries: Iterable<readonly [string, Uint8Array]>): Uint8Array => {
  const files: Zippable = Object.fromEntries([...entries].map(([name, bytes]) => [name, [bytes, { mtime }]]));
  return zipSync(files, { level: 9 });
};

/** An office file again, without the moment at which its writer ran. */
export function steady(bytes: Uint8Array): Uint8Array {
  const stamp = `${madeOn.toISOString().slice(0, 19)}Z`;
  return pack(
    Object.entries(unzipSync(bytes))
      .filter(([name]) => !name.endsWith("/"))
      .map(([name, content]) => {
        if (name !== "docProps/core.xml") return [name, content] as const;
        const core = new TextDecoder()
          .decode(content)
          .replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${stamp}`);
        return [name, strToU8(core)] as const;
      }),
  );
}

/** A zip whose files are the sections of the document, named by their headings. */
export function writeZip(document: DemoDocument): Uint8Array {
  return pack(
    sectionsOf(document).map(({ title, blocks }) => [
      title.normalize("NFC"),
      strToU8(toPlainText({ title: "", lead: "", blocks })),
    ]),
  );
}
