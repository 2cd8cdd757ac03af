import { ExtractionFailed } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";
import { openArchive, type Archive } from "./archive.ts";
import { markupText } from "./markup.ts";
import { mainPart, relationsOf } from "./relations.ts";
import { readXml, visitXml, type Visitor } from "./xml.ts";

const isOff = (value: string | undefined): boolean => value === "0" || value === "false";

const markup = markupText({
  isHidden: (name, { type = "", show }) =>
    name === "Fallback" ||
    (name === "sld" && isOff(show)) ||
    (name === "fld" && /^(slidenum|datetime)/.test(type)),
  blocks: new Set(["tbl"]),
  asides: new Set(),
  marks: { br: "\n", tab: "\t" },
});

/** Number, date and footer stand on every slide. */
const everywhere = ["sldNum", "dt", "ftr", "hdr"];

/** Leaves out shapes that are hidden or stand on every slide; their first child tells. */
const withoutFurniture = (write: (text: string) => void): Visitor => {
  let isLeftOut = false;
  const inner = markup((text) => {
    if (!isLeftOut) write(text);
  });
  return {
    ...inner,
    open(name, attributes) {
      if (name === "sp" || name === "graphicFrame") isLeftOut = false;
      const isFurniture = name === "ph" && everywhere.includes(attributes.type ?? "");
      const isUnseen = name === "cNvPr" && attributes.hidden !== undefined && !isOff(attributes.hidden);
      if (isFurniture || isUnseen) isLeftOut = true;
      inner.open?.(name, attributes);
    },
    close(name) {
      inner.close?.(name);
      if (name === "sp" || name === "graphicFrame") isLeftOut = false;
    },
  };
};

/** Names of the slides, in the order they are shown. */
const slidesOf = async (archive: Archive): Promise<string[]> => {
  const main = await mainPart(archive, "ppt/presentation.xml");
  const names = new Map((await relationsOf(archive, main)).map(({ id, name }) => [id, name]));
  const slides: string[] = [];
  await visitXml(archive.text(main), {
    open(name, attributes) {
      if (name !== "sldId") return;
      // A slide names its own id and its part's, the latter under a prefix of the producer's choice.
      const slide = Object.values(attributes).find((id) => names.has(id ?? ""));
      if (slide !== undefined) slides.push(names.get(slide) ?? "");
    },
  });
  if (slides.length === 0) throw new ExtractionFailed("damaged", "no slides");
  return slides;
};

/**
 * Reads pptx slide by slide as they are numbered, each with its diagrams. The speaker's notes are left out: the text
 * may be shown to every viewer.
 */
export async function* readPptx(file: OpenFile): AsyncGenerator<ExtractedPage> {
  const archive = await openArchive(file);
  for (const [index, slide] of (await slidesOf(archive)).entries()) {
    const parts = (await relationsOf(archive, slide)).filter(({ kind }) => kind === "diagramData");
    for (const name of [slide, ...parts.map(({ name }) => name)]) {
      for await (const text of readXml(archive.text(name), withoutFurniture)) yield { page: index + 1, text };
    }
  }
}
