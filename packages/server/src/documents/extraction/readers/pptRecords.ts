/** Types of the records of a PowerPoint stream that matter for its text. */
export const recordTypes = {
  document: 1_000,
  slide: 1_006,
  slidePersist: 1_011,
  slideShow: 1_017,
  outlineReference: 3_998,
  textHeader: 3_999,
  textChars: 4_000,
  textBytes: 4_008,
  slideList: 4_080,
  userEdit: 4_085,
  persistDirectory: 6_002,
} as const;

/** One record; a container's body is records again. */
export interface PptRecord {
  type: number;
  instance: number;
  isContainer: boolean;
  body: Buffer;
}

/** The record at an offset, if there is a whole head. */
export const recordAt = (bytes: Buffer, at: number): PptRecord | undefined => {
  if (at < 0 || at + 8 > bytes.length) return undefined;
  const head = bytes.readUInt16LE(at);
  const length = bytes.readUInt32LE(at + 4);
  return {
    type: bytes.readUInt16LE(at + 2),
    instance: head >>> 4,
    isContainer: (head & 0x0f) === 0x0f,
    body: bytes.subarray(at + 8, at + 8 + length),
  };
};

/** The records that follow each other in a body. */
export function* recordsIn(bytes: Buffer): Generator<PptRecord> {
  let at = 0;
  for (let record = recordAt(bytes, at); record; record = recordAt(bytes, at)) {
    yield record;
    at += 8 + record.body.length;
  }
}
