import { strToU8, zipSync } from "fflate";
import sharp from "sharp";

/** A complete PDF of one page that says what it is told. */
export const pdfBytes = (text = "knowhow"): Buffer =>
  Buffer.from(
    `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj
4 0 obj<</Length ${text.length + 30}>>stream
BT /F1 12 Tf 10 100 Td (${text}) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`,
    "latin1",
  );

/** A zip archive with these entries, in this order. */
export const zipBytes = (entries: Record<string, string>, stored = false): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])),
      stored ? { level: 0 } : {},
    ),
  );

const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;

/** Office files as their writers lay them out. */
export const officeBytes = {
  docx: () => zipBytes({ "[Content_Types].xml": types, "_rels/.rels": "<r/>", "word/document.xml": "<w/>" }),
  xlsx: () => zipBytes({ "[Content_Types].xml": types, "_rels/.rels": "<r/>", "xl/workbook.xml": "<x/>" }),
  pptx: () =>
    zipBytes({ "[Content_Types].xml": types, "_rels/.rels": "<r/>", "ppt/presentation.xml": "<p/>" }),
  hwpx: () =>
    zipBytes(
      { mimetype: "application/hwp+zip", "version.xml": "<v/>", "Contents/section0.xml": "<s/>" },
      true,
    ),
};

const sector = 512;
const endOfChain = 0xff_ff_ff_fe;
const free = 0xff_ff_ff_ff;

const directoryEntry = (
  name: string,
  kind: number,
  links: { right?: number; child?: number } = {},
): Buffer => {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, "utf16le");
  entry.writeUInt16LE((name.length + 1) * 2, 0x40);
  entry.writeUInt8(kind, 0x42);
  entry.writeUInt32LE(free, 0x44);
  entry.writeUInt32LE(links.right ?? free, 0x48);
  entry.writeUInt32LE(links.child ?? free, 0x4c);
  entry.writeUInt32LE(endOfChain, 0x74);
  return entry;
};

/**
 * A compound file whose root has these (empty) streams; `nested` lie in a storage below it. The directory starts in
 * the last of many sectors, so that readers have to follow the allocation table.
 */
export const compoundBytes = (streams: string[], nested: string[] = []): Buffer => {
  const count = 1 + streams.length + 1 + nested.length;
  const storage = streams.length + 1;
  const entries = [
    directoryEntry("Root Entry", 5, { child: 1 }),
    ...streams.map((name, index) => directoryEntry(name, 2, { right: index + 2 })),
    directoryEntry("ObjectPool", 1, nested.length > 0 ? { child: storage + 1 } : {}),
    ...nested.map((name, index) =>
      directoryEntry(name, 2, index + 1 < nested.length ? { right: storage + index + 2 } : {}),
    ),
  ];
  const directorySectors = Math.ceil(count / 4);
  const directory = Buffer.concat(entries, directorySectors * sector);
  const table = Buffer.alloc(sector, 0xff);
  table.writeUInt32LE(0xff_ff_ff_fd, 0);
  for (let index = 0; index < directorySectors; index += 1) {
    table.writeUInt32LE(index + 1 < directorySectors ? index + 2 : endOfChain, (index + 1) * 4);
  }
  const header = Buffer.alloc(sector, 0);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  header.writeUInt16LE(0x3e, 0x18);
  header.writeUInt16LE(3, 0x1a);
  header.writeUInt16LE(0xff_fe, 0x1c);
  header.writeUInt16LE(9, 0x1e);
  header.writeUInt16LE(6, 0x20);
  header.writeUInt32LE(1, 0x2c);
  header.writeUInt32LE(1, 0x30);
  header.writeUInt32LE(4_096, 0x38);
  header.writeUInt32LE(endOfChain, 0x3c);
  header.writeUInt32LE(endOfChain, 0x44);
  header.fill(0xff, 0x4c);
  header.writeUInt32LE(0, 0x4c);
  return Buffer.concat([header, table, directory]);
};

/** An image of one colour with a stripe, in the format. */
export const imageBytes = (
  format: "png" | "jpeg" | "webp" | "gif" = "png",
  { width = 900, height = 600, colour = "#336699" } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .composite([
      {
        input: { create: { width: Math.ceil(width / 10), height, channels: 3, background: "#ffffff" } },
        left: Math.floor(width / 2),
        top: 0,
      },
    ])
    .toFormat(format)
    .toBuffer();
