const tags = { paragraphText: 67, control: 71, list: 72 } as const;

/** Control characters that stand for one character; all others below the space take the place of eight. */
const single: Partial<Record<number, string>> = {
  0: "",
  10: "\n",
  13: "",
  24: "-",
  25: "",
  26: "",
  27: "",
  28: "",
  29: "",
  30: " ",
  31: " ",
};
const tab = 9;

/** Controls whose content is not the document's: what stands on every page, and notes to oneself. */
const leftOut = ["head", "foot", "tcmt"];
const table = "tbl ";

const paragraphText = (bytes: Buffer): string => {
  let text = "";
  for (let at = 0; at + 2 <= bytes.length; at += 2) {
    const code = bytes.readUInt16LE(at);
    if (code >= 32) {
      text += String.fromCharCode(code);
      continue;
    }
    const one = single[code];
    text += one ?? (code === tab ? "\t" : "");
    if (one === undefined) at += 14;
  }
  return text;
};

interface HwpRecord {
  tag: number;
  level: number;
  body: Buffer;
}

function* recordsOf(bytes: Buffer): Generator<HwpRecord> {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const head = bytes.readUInt32LE(at);
    at += 4;
    let size = head >>> 20;
    if (size === 0xf_ff) {
      if (at + 4 > bytes.length) return;
      size = bytes.readUInt32LE(at);
      at += 4;
    }
    yield { tag: head & 0x3_ff, level: (head >>> 10) & 0x3_ff, body: bytes.subarray(at, at + size) };
    at += size;
  }
}

/** Names of controls are written backwards. */
const nameOf = (body: Buffer): string => Buffer.from(body.subarray(0, 4)).reverse().toString("latin1");

/** The text of an unpacked section: a line for each paragraph, a line for each row of a table. */
export const sectionText = (bytes: Buffer): string => {
  let text = "";
  // Tables that are open, a table within a cell included, with the row that was last met.
  const tables: { level: number; row: number }[] = [];
  let skippedLevel: number | undefined;
  for (const { tag, level, body } of recordsOf(bytes)) {
    if (skippedLevel !== undefined && level > skippedLevel) continue;
    skippedLevel = undefined;
    for (let last = tables.at(-1); last && level <= last.level; last = tables.at(-1)) {
      tables.pop();
      text += "\n";
    }
    const open = tables.at(-1);
    if (tag === tags.control && body.length >= 4) {
      const name = nameOf(body);
      if (leftOut.includes(name)) skippedLevel = level;
      if (name === table) tables.push({ level, row: -1 });
    }
    // A list of paragraphs right below a table is a cell; its row stands behind count, settings and column.
    if (tag === tags.list && open && level === open.level + 1 && body.length >= 12) {
      const row = body.readUInt16LE(10);
      text += row === open.row ? "\t" : "\n";
      open.row = row;
    }
    if (tag === tags.paragraphText) text += paragraphText(body) + (open ? " " : "\n");
  }
  return text;
};
