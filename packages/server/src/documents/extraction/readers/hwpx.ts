import { ExtractionFailed, NoText } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";
import { openArchive } from "./archive.ts";
import { markupText } from "./markup.ts";
import { readXml, visitXml, type Visitor } from "./xml.ts";

const markup = markupText({
  // Notes to oneself and what stands on every page.
  isHidden: (name) => ["hiddenComment", "header", "footer"].includes(name),
  blocks: new Set(["tbl"]),
  asides: new Set(["drawText", "footNote", "endNote"]),
  marks: { tab: "\t", lineBreak: "\n", nbSpace: " ", fwSpace: " ", hyphen: "-" },
});

/** Leaves out deleted text: all between two empty elements. */
const withoutDeleted = (write: (text: string) => void): Visitor => {
  let isDeleted = false;
  const inner = markup((text) => {
    if (!isDeleted) write(text);
  });
  return {
    ...inner,
    open(name, attributes) {
      if (name === "deleteBegin") isDeleted = true;
      if (name === "deleteEnd") isDeleted = false;
      inner.open?.(name, attributes);
    },
  };
};

const sectionNumber = (name: string): number => Number(/section(\d+)\.xml$/i.exec(name)?.[1] ?? -1);

/** Reads hwpx: all sections in order, tables and text boxes where they stand. */
export async function* readHwpx(file: OpenFile): AsyncGenerator<ExtractedPage> {
  const archive = await openArchive(file);
  await visitXml(archive.text("META-INF/manifest.xml"), {
    open(name) {
      if (name === "encryption-data") throw new NoText("encrypted");
    },
  });
  const sections = archive.names
    .filter((name) => sectionNumber(name) >= 0)
    .toSorted((one, other) => sectionNumber(one) - sectionNumber(other));
  if (sections.length === 0) throw new ExtractionFailed("damaged", "no sections");
  for (const name of sections) {
    for await (const text of readXml(archive.text(name), withoutDeleted)) yield { page: 1, text };
    yield { page: 1, text: "\n" };
  }
}
