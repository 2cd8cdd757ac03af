import { ExtractionFailed } from "../failures.ts";
import { recordAt, recordTypes as types, type PptRecord } from "./pptRecords.ts";

interface Objects {
  document: PptRecord;
  /** The newest form of an object by its number. */
  object: (reference: number) => PptRecord | undefined;
}

/** Savings that a file keeps; people make fewer before they save it whole. */
const maxEdits = 10_000;

/** Notes where objects begin: a run of offsets for objects that are numbered one after the other. */
const noteOffsets = (directory: Buffer, offsets: Map<number, number>): void => {
  let at = 0;
  while (at + 4 <= directory.length) {
    const head = directory.readUInt32LE(at);
    const first = head & 0xf_ff_ff;
    const count = head >>> 20;
    at += 4;
    for (let index = 0; index < count && at + 4 <= directory.length; index += 1, at += 4) {
      // Newer savings are read first.
      if (!offsets.has(first + index)) offsets.set(first + index, directory.readUInt32LE(at));
    }
  }
};

/**
 * Finds the objects of a PowerPoint stream from its last saving back: older forms of a slide stay in the file and
 * must not be read.
 */
export const objectsOf = (stream: Buffer, lastEdit: number): Objects => {
  const offsets = new Map<number, number>();
  let documentReference: number | undefined;
  let at = lastEdit;
  for (let step = 0; step < maxEdits; step += 1) {
    const edit = recordAt(stream, at);
    if (edit?.type !== types.userEdit || edit.body.length < 20) break;
    documentReference ??= edit.body.readUInt32LE(16);
    const directory = recordAt(stream, edit.body.readUInt32LE(12));
    if (directory?.type === types.persistDirectory) noteOffsets(directory.body, offsets);
    at = edit.body.readUInt32LE(8);
    if (at === 0) break;
  }
  const object = (reference: number) => recordAt(stream, offsets.get(reference) ?? -1);
  const document = object(documentReference ?? -1);
  if (document?.type !== types.document) throw new ExtractionFailed("damaged", "no document");
  return { document, object };
};
