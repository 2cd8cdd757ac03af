import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";
import { openArchive } from "./archive.ts";
import { markupText } from "./markup.ts";
import { mainPart, relationsOf } from "./relations.ts";
import { readXml, type Visitor } from "./xml.ts";

/** No text of XML holds it: it marks where Word broke the page when it last showed the document. */
const pageBreak = "\f";

const markup = markupText({
  // Deleted text, the older form of a drawing that comes twice, and ruby above a word.
  isHidden: (name) => ["del", "moveFrom", "Fallback", "rt"].includes(name),
  blocks: new Set(["tbl"]),
  asides: new Set(["txbxContent"]),
  marks: { tab: "\t", ptab: "\t", br: "\n", cr: "\n", noBreakHyphen: "-", lastRenderedPageBreak: pageBreak },
});

/** Leaves out runs that are formatted as hidden. */
const withoutHidden = (write: (text: string) => void): Visitor => {
  let isRun = false;
  let isHidden = false;
  // A tab stop among a paragraph's settings has the name of a tab in its text.
  let settings = 0;
  const inner = markup((text) => {
    if (!isHidden && settings === 0) write(text);
  });
  return {
    ...inner,
    open(name, attributes) {
      if (name === "r") {
        isRun = true;
        isHidden = false;
      }
      if (name === "pPr") settings += 1;
      if (name === "vanish" && isRun) isHidden = !["0", "false", "off"].includes(attributes.val ?? "");
      inner.open?.(name, attributes);
    },
    close(name) {
      if (name === "r") {
        isRun = false;
        isHidden = false;
      }
      inner.close?.(name);
      if (name === "pPr") settings -= 1;
    },
  };
};

/** Reads docx: the text with its tables, then the notes. Pages are those of Word's last look at it, if it left any. */
export async function* readDocx(file: OpenFile): AsyncGenerator<ExtractedPage> {
  const archive = await openArchive(file);
  const main = await mainPart(archive, "word/document.xml");
  let page = 1;
  for await (const text of readXml(archive.text(main), withoutHidden)) {
    for (const [index, part] of text.split(pageBreak).entries()) {
      if (index > 0) page += 1;
      yield { page, text: part };
    }
  }
  for (const { kind, name } of await relationsOf(archive, main)) {
    if (kind !== "footnotes" && kind !== "endnotes") continue;
    for await (const text of readXml(archive.text(name), withoutHidden)) yield { page, text };
  }
}
