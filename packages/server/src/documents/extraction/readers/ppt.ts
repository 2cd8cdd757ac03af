import { isLockedPpt } from "../../officeTroubles.ts";
import { ExtractionFailed, NoText } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";
import { openDocument } from "./compound.ts";
import { objectsOf } from "./pptObjects.ts";
import { recordsIn, recordTypes as types, type PptRecord } from "./pptRecords.ts";

/** Placeholders of what stands on every slide: number, date, footer. */
const furniture = ["*"];

const textOf = ({ type, body }: PptRecord): string | undefined => {
  if (type === types.textChars) return body.toString("utf16le");
  if (type === types.textBytes) return body.toString("latin1");
  return undefined;
};

const line = (text: string): string => (furniture.includes(text.trim()) ? "" : `${text}\n`);

/** Texts of the slides' titles and bodies, which the document keeps in a list of its own. */
const outlineOf = (document: PptRecord): Map<number, string[]> => {
  const outline = new Map<number, string[]>();
  const list = [...recordsIn(document.body)].find(
    ({ type, instance }) => type === types.slideList && instance === 0,
  );
  let texts: string[] = [];
  for (const record of list ? recordsIn(list.body) : []) {
    if (record.type === types.slidePersist) {
      texts = [];
      outline.set(record.body.readUInt32LE(0), texts);
    }
    // Each text begins with a header; one without characters still has its number.
    if (record.type === types.textHeader) texts.push("");
    const text = textOf(record);
    if (text !== undefined) texts.splice(-1, 1, text);
  }
  return outline;
};

/** Texts of a slide's shapes as they stand on it, those of the outline where the shape refers to them. */
function* slideTexts(body: Buffer, outline: readonly string[]): Generator<string> {
  for (const record of recordsIn(body)) {
    const text = textOf(record);
    if (text !== undefined) yield line(text);
    else if (record.type === types.outlineReference) yield line(outline[record.body.readUInt32LE(0)] ?? "");
    else if (record.isContainer) yield* slideTexts(record.body, outline);
  }
}

/** Where a slide's settings for the show say, among others, that it is left out. */
const hidden = { at: 10, bit: 4 } as const;

const isHidden = (slide: PptRecord): boolean =>
  [...recordsIn(slide.body)].some(
    ({ type, body }) => type === types.slideShow && ((body[hidden.at] ?? 0) & hidden.bit) !== 0,
  );

/** Reads ppt of PowerPoint 97 and later, slide by slide as they are numbered. */
export function* readPpt(file: OpenFile): Generator<ExtractedPage> {
  const compound = openDocument(file);
  const stream = compound.stream("PowerPoint Document");
  const user = compound.stream("Current User");
  if (!stream || !user || user.length < 20) throw new ExtractionFailed("damaged", "no presentation");
  if (isLockedPpt(compound)) throw new NoText("encrypted");
  const { document, object } = objectsOf(stream, user.readUInt32LE(16));
  let page = 0;
  for (const [reference, texts] of outlineOf(document)) {
    page += 1;
    const slide = object(reference);
    if (slide && isHidden(slide)) continue;
    const shown = slide?.type === types.slide ? [...slideTexts(slide.body, texts)] : texts.map(line);
    yield { page, text: shown.join("") };
  }
}
