import type { CompoundFile } from "./compound.ts";
import { opensForAll } from "./sheetPassword.ts";
import type { ZipArchive } from "./zipArchive.ts";

export type OfficeTrouble = "macros" | "locked" | "damaged";

const isMacro = (name: string): boolean =>
  /(^|[/\\])(vbaproject\.bin|vbadata\.xml|macrosheets[/\\].*)$/i.test(name);
const macroTypes = /macroEnabled|vnd\.ms-office\.vbaProject|ms-excel\.(intl)?macrosheet/i;
const macroRelations = /relationships\/(vbaProject|wordVbaData|xl(Intl)?Macrosheet)/i;
/** Lists of parts are short; a longer one counts as damaged. */
const maxListSize = 4 * 1024 * 1024;
/** Each page, and each sheet with its thousands of links, has a list of what it refers to. */
const maxRelationsSize = 64 * 1024 * 1024;

/** Alphabets whose letters of XML itself lie where ASCII has them. */
const plainAlphabets = /^(utf-?8|us-ascii|ascii|iso-8859-\d+|windows-\d+|euc-kr|ks_c_5601-1987)$/i;

/** The text of an XML part, with letters that were written as numbers; undefined when it can not be decoded safely. */
const xmlOf = (bytes: Buffer): string | undefined => {
  const isWide = bytes.length % 2 === 0 && bytes.subarray(0, 200).includes(0);
  // Its mark says which end comes first, and without one its first letter.
  const isBig = isWide && (bytes.readUInt16BE(0) === 0xfe_ff || bytes[0] === 0);
  const text = isWide
    ? (isBig ? Buffer.from(bytes).swap16() : bytes).toString("utf16le")
    : bytes.toString("utf8");
  const alphabet = /^\ufeff?\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(text)?.[1];
  if (!isWide && alphabet !== undefined && !plainAlphabets.test(alphabet)) return undefined;
  // Parts have no words of their own making, and no NULs.
  if (/<!(DOCTYPE|ENTITY)/i.test(text) || text.includes("\0")) return undefined;
  return text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (found, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : found;
  });
};

/** Names of parts are the same in any case, and where a part begins with a stroke. */
const partName = (name: string): string => name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();

/** The trouble with a part whose text tells of macros. */
const findListTrouble = async (
  zip: ZipArchive,
  { name, size }: { name: string; size: number },
  macros: RegExp,
): Promise<OfficeTrouble | undefined> => {
  const text = xmlOf(await zip.read(name, size));
  if (text === undefined) return "damaged";
  return macros.test(text) ? "macros" : undefined;
};

/** What the parts of an office document are, in its own lists: they may be named as one likes. */
const findPackageTrouble = async (zip: ZipArchive): Promise<OfficeTrouble | undefined> => {
  const types = zip.entries.filter(({ name }) => partName(name) === "[content_types].xml");
  const [list] = types;
  if (!list) return undefined;
  if (types.length > 1 || list.size > maxListSize) return "damaged";
  const trouble = await findListTrouble(zip, list, macroTypes);
  if (trouble) return trouble;
  const relations = zip.entries.filter(({ name }) => partName(name).endsWith(".rels"));
  // Of two parts of one name each program takes another.
  if (new Set(relations.map(({ name }) => partName(name))).size < relations.length) return "damaged";
  if (relations.reduce((sum, { size }) => sum + size, 0) > maxRelationsSize) return "damaged";
  for (const relation of relations) {
    const found = await findListTrouble(zip, relation, macroRelations);
    if (found) return found;
  }
  return undefined;
};

/** The trouble with a docx, xlsx, pptx or hwpx. */
export const findOfficeTrouble = async (zip: ZipArchive): Promise<OfficeTrouble | undefined> => {
  if (zip.entries.some(({ name }) => isMacro(name))) return "macros";
  const trouble = await findPackageTrouble(zip);
  if (trouble) return trouble;
  const manifest = zip.entries.find(({ name }) => partName(name) === "meta-inf/manifest.xml");
  if (!manifest) return undefined;
  if (manifest.size > maxListSize) return "damaged";
  const bytes = await zip.read(manifest.name, manifest.size);
  return (xmlOf(bytes) ?? bytes.toString("latin1")).includes("encryption-data") ? "locked" : undefined;
};

const wordMarks = [0xa5_ec, 0xa5_dc];

/** Tells whether a doc needs a password. */
export const isLockedDoc = (file: CompoundFile): boolean => {
  const head = file.read("WordDocument", 12);
  return (
    head.length === 12 && wordMarks.includes(head.readUInt16LE(0)) && (head.readUInt16LE(10) & 0x1_00) !== 0
  );
};

const lockedSlides = 0xf3_d1_c4_df;

/** Tells whether a ppt needs a password. */
export const isLockedPpt = (file: CompoundFile): boolean => {
  const user = file.read("Current User", 16);
  return file.root.has("EncryptedSummary") || (user.length === 16 && user.readUInt32LE(12) === lockedSlides);
};

/** The records of the list of macros in a presentation, the last saying that there are some. */
const slideMacros = Buffer.from("1f00ff0314000000020000040c000000", "hex");
/** Presentations keep pictures apart; the rest is shorter than this. */
const maxSlidesSize = 64 * 1024 * 1024;

const findSlideTrouble = (file: CompoundFile): OfficeTrouble | undefined => {
  const name = "PowerPoint Document";
  if (file.size(name) > maxSlidesSize) return "damaged";
  const bytes = file.read(name, maxSlidesSize);
  for (let at = bytes.indexOf(slideMacros); at >= 0; at = bytes.indexOf(slideMacros, at + 1)) {
    const told = at + slideMacros.length + 4;
    if (told + 4 <= bytes.length && bytes.readUInt32LE(told) !== 0) return "macros";
  }
  return undefined;
};

/** What tells of the sheets, the text of their cells included, is not longer than this. */
const maxGlobalsSize = 64 * 1024 * 1024;
const records = { lock: 0x2f, sheet: 0x85, end: 0x0a } as const;
/** Sheets of commands, from before there was a language for macros, and modules of the first such language. */
const commandSheets = [1, 6];

/** Records that begin a part of a workbook, of each version; they are never written in cipher. */
const beginnings = [0x8_09, 0x4_09, 0x2_09, 0x9];
/** A sheet of commands and a module, as the beginning itself says it. */
const commandParts = [0x40, 0x06];

/** Tells whether the part of a workbook that begins here holds commands. */
const beginsCommands = (bytes: Buffer, at: number): boolean =>
  at + 8 <= bytes.length &&
  beginnings.includes(bytes.readUInt16LE(at)) &&
  commandParts.includes(bytes.readUInt16LE(at + 6));

const findSheetTrouble = (file: CompoundFile): OfficeTrouble | undefined => {
  const name = file.root.has("Workbook") ? "Workbook" : "Book";
  const bytes = file.read(name, maxGlobalsSize);
  // Where a sheet begins is told in the clear, its kind in the list is not.
  let isCiphered = false;
  for (let at = 0; at + 4 <= bytes.length; at += 4 + bytes.readUInt16LE(at + 2)) {
    const type = bytes.readUInt16LE(at);
    const body = bytes.subarray(at + 4, at + 4 + bytes.readUInt16LE(at + 2));
    if (type === records.end) return undefined;
    if (type === records.lock) {
      if (!opensForAll(body)) return "locked";
      isCiphered = true;
    }
    if (type !== records.sheet || body.length < 6) continue;
    const start = body.readUInt32LE(0);
    if (beginsCommands(bytes, start)) return "macros";
    if (!isCiphered && commandSheets.includes(body[5] ?? 0)) return "macros";
    if (isCiphered && start >= maxGlobalsSize) return "damaged";
  }
  return file.size(name) > maxGlobalsSize ? "damaged" : undefined;
};

const hancomMark = "HWP Document File";
/** Password, DRM of Hancom, and the two kinds of locking with a certificate. */
const hancomLocks = 0x5_12;

const findHwpTrouble = (file: CompoundFile): OfficeTrouble | undefined => {
  const header = file.read("FileHeader", 40);
  if (header.length === 0) return undefined;
  if (header.length < 40 || header.toString("latin1", 0, hancomMark.length) !== hancomMark) return "damaged";
  return (header.readUInt32LE(36) & hancomLocks) === 0 ? undefined : "locked";
};

const isMacroStorage = ({ all }: CompoundFile): boolean =>
  ["_VBA_PROJECT", "_VBA_PROJECT_CUR"].some((name) => all.has(name));

const mainStreams = ["WordDocument", "Workbook", "Book", "PowerPoint Document", "DocInfo"];

/** The trouble with a doc, xls, ppt or hwp. */
export const findCompoundTrouble = (file: CompoundFile, extension: string): OfficeTrouble | undefined => {
  if (file.isCut(mainStreams)) return "damaged";
  // Hancom writes a script into every document, which runs in none unless asked: nothing there tells.
  if (extension === "hwp") return findHwpTrouble(file);
  if (isMacroStorage(file)) return "macros";
  if (extension === "doc") return isLockedDoc(file) ? "locked" : undefined;
  if (extension === "xls") return findSheetTrouble(file);
  if (isLockedPpt(file)) return "locked";
  return findSlideTrouble(file);
};

/** Documents of Hancom before 2000 are no compound files: the mark, and in what follows whether there is a password. */
export const isLockedOldHwp = (head: Buffer): boolean => head.length >= 128 && head.readUInt16LE(126) !== 0;
