import type { CompoundFile } from "./compoundFile.ts";
import { opensForAll } from "./sheetPassword.ts";
import type { ZipArchive } from "./zipArchive.ts";

export type OfficeTrouble = "macros" | "locked" | "damaged";

const isMacro = (name: string): boolean => /(^|\/)(vbaproject\.bin|macrosheets\/.*)$/i.test(name);
const macroTypes = /macroEnabled|vnd\.ms-office\.vbaProject|ms-excel\.(intl)?macrosheet/;
/** Lists of parts are short; what is longer is read so far. */
const longestList = 4 * 1024 * 1024;

/** What speaks against a docx, xlsx, pptx or hwpx. */
export const findOfficeTrouble = async (zip: ZipArchive): Promise<OfficeTrouble | undefined> => {
  if (zip.entries.some(({ name }) => isMacro(name))) return "macros";
  // The parts may be named as one likes; what they are stands here.
  const types = await zip.read("[Content_Types].xml", longestList);
  if (macroTypes.test(types.toString("utf8"))) return "macros";
  const manifest = await zip.read("META-INF/manifest.xml", longestList);
  return manifest.includes("encryption-data") ? "locked" : undefined;
};

const wordMarks = [0xa5_ec, 0xa5_dc];

const isLockedDoc = async (file: CompoundFile): Promise<boolean> => {
  const head = await file.read("WordDocument", 12);
  return (
    head.length === 12 && wordMarks.includes(head.readUInt16LE(0)) && (head.readUInt16LE(10) & 0x1_00) !== 0
  );
};

const lockedSlides = 0xf3_d1_c4_df;

const isLockedPpt = async (file: CompoundFile): Promise<boolean> => {
  const user = await file.read("Current User", 16);
  return file.root.has("EncryptedSummary") || (user.length === 16 && user.readUInt32LE(12) === lockedSlides);
};

/** The records of the list of macros in a presentation, the last saying that there are some. */
const slideMacros = Buffer.from("1f00ff0314000000020000040c000000", "hex");
/** Presentations keep pictures apart; the rest is shorter than this, or read so far. */
const longestSlides = 64 * 1024 * 1024;

const hasSlideMacros = async (file: CompoundFile): Promise<boolean> => {
  const bytes = await file.read("PowerPoint Document", longestSlides);
  for (let at = bytes.indexOf(slideMacros); at >= 0; at = bytes.indexOf(slideMacros, at + 1)) {
    const told = at + slideMacros.length + 4;
    if (told + 4 <= bytes.length && bytes.readUInt32LE(told) !== 0) return true;
  }
  return false;
};

/** What stands before the text of the cells is not longer than this. */
const longestGlobals = 1024 * 1024;
const records = { lock: 0x2f, sheet: 0x85, strings: 0xfc, end: 0x0a } as const;

const findSheetTrouble = async (file: CompoundFile): Promise<OfficeTrouble | undefined> => {
  const bytes = await file.read(file.root.has("Workbook") ? "Workbook" : "Book", longestGlobals);
  for (let at = 0; at + 4 <= bytes.length; at += 4 + bytes.readUInt16LE(at + 2)) {
    const type = bytes.readUInt16LE(at);
    const body = bytes.subarray(at + 4, at + 4 + bytes.readUInt16LE(at + 2));
    if (type === records.end || type === records.strings) break;
    if (type === records.lock) return opensForAll(body) ? undefined : "locked";
    // Sheets of commands, from before there was a language for macros.
    if (type === records.sheet && body[5] === 1) return "macros";
  }
  return undefined;
};

const hancomMark = "HWP Document File";
/** Password, DRM of Hancom, and the two kinds of locking with a certificate. */
const hancomLocks = 0x5_12;

const findHwpTrouble = async (file: CompoundFile): Promise<OfficeTrouble | undefined> => {
  const header = await file.read("FileHeader", 40);
  if (header.length === 0) return undefined;
  if (header.length < 40 || header.toString("latin1", 0, hancomMark.length) !== hancomMark) return "damaged";
  return (header.readUInt32LE(36) & hancomLocks) === 0 ? undefined : "locked";
};

const isMacroStorage = ({ all }: CompoundFile): boolean =>
  ["_VBA_PROJECT", "_VBA_PROJECT_CUR"].some((name) => all.has(name));

const mainStreams = ["WordDocument", "Workbook", "Book", "PowerPoint Document", "DocInfo"];

/** What speaks against a doc, xls, ppt or hwp. */
export const findCompoundTrouble = async (
  file: CompoundFile,
  extension: string,
): Promise<OfficeTrouble | undefined> => {
  if (await file.isCut(mainStreams)) return "damaged";
  // Hancom writes a script into every document, which runs in none unless asked: nothing there tells.
  if (extension === "hwp") return findHwpTrouble(file);
  if (isMacroStorage(file)) return "macros";
  if (extension === "doc") return (await isLockedDoc(file)) ? "locked" : undefined;
  if (extension === "xls") return findSheetTrouble(file);
  if (await isLockedPpt(file)) return "locked";
  return (await hasSlideMacros(file)) ? "macros" : undefined;
};

/** Documents of Hancom before 2000 are no compound files: the mark, and in what follows whether there is a password. */
export const isLockedOldHwp = (head: Buffer): boolean => head.length >= 128 && head.readUInt16LE(126) !== 0;
