import { uploadLimits } from "@knowhow/shared";
import { isImageType, type KnownExtension } from "./fileType.ts";
import { archiveLimits, findArchiveTrouble, type ArchiveTrouble } from "./archiveRules.ts";
import { openCompound } from "./compound.ts";
import { containerOf } from "./containers.ts";
import { compoundKind, isProgramArchive, plainKind, zipKind } from "./fileKind.ts";
import { findImageTrouble, type ImageTrouble } from "./imageTrouble.ts";
import type { JudgedFile } from "./judgedFile.ts";
import {
  findCompoundTrouble,
  findOfficeTrouble,
  isLockedOldHwp,
  type OfficeTrouble,
} from "./officeTroubles.ts";
import { holdsObjects, lacksEnd, saysEncrypted } from "./pdfTroubles.ts";
import { openRar } from "./rarArchive.ts";
import { openZip, type ZipArchive } from "./zipArchive.ts";

/**
 * Why a file of a known kind is not taken: `executable` runs as it is, `mixed` is two kinds at once, `packing` can not
 * be undone here.
 */
export type FileTrouble = ArchiveTrouble | OfficeTrouble | "executable" | "mixed" | "packing";

/** A file's type, and the trouble with it; neither for a kind that the product does not know. */
export interface Verdict {
  extension: KnownExtension | undefined;
  trouble: FileTrouble | undefined;
  /** Why it can not be shown, of an image. */
  picture?: ImageTrouble | undefined;
}

/** A verdict as far as the bytes tell it; of a PDF in doubt opening it has to tell the rest. */
export interface ByteVerdict extends Verdict {
  doubts?: { lacksEnd: boolean; saysEncrypted: boolean };
}

/** Archives that say they unpack to more take their time. */
const quickBytes = 32 * 1024 * 1024;

/** Judging takes longer than others should wait for. */
export class MissingTime extends Error {}

/** Entries that share their bytes swell without saying so in any ratio of their own. */
const overlaps = ({ entries }: ZipArchive): boolean => {
  let end = 0;
  for (const { at, packed, name } of entries.toSorted((one, other) => one.at - other.at)) {
    if (at < end) return true;
    end = at + 30 + (/^[\x20-\x7e]*$/.test(name) ? name.length : 0) + packed;
  }
  return false;
};

const judgeZip = async (file: JudgedFile, isPatient: boolean): Promise<Verdict> => {
  const zip = await openZip(file);
  if (!zip) return { extension: undefined, trouble: "damaged" };
  return { extension: await zipKind(zip), trouble: await findZipTrouble(file, zip, isPatient) };
};

const findZipTrouble = async (
  file: JudgedFile,
  zip: ZipArchive,
  isPatient: boolean,
): Promise<FileTrouble | undefined> => {
  if (zip.count > archiveLimits.entries) return "crowded";
  if (isProgramArchive(zip)) return "executable";
  const trouble = findArchiveTrouble(zip.entries, file.size) ?? (await findOfficeTrouble(zip));
  if (trouble) return trouble;
  if (overlaps(zip)) return "swollen";
  // What can not be unpacked here can not be known, and most people could not unpack it either.
  if (zip.entries.some(({ isKnown }) => !isKnown)) return "packing";
  const claimed = zip.entries.reduce((sum, { size }) => sum + size, 0);
  if (claimed > quickBytes && !isPatient) throw new MissingTime();
  return (await zip.isHonest()) ? undefined : "damaged";
};

const judgeRar = (file: JudgedFile): Verdict => {
  const extension = "rar";
  const rar = openRar(file);
  if (!rar) return { extension, trouble: "damaged" };
  if (rar.isSealed) return { extension, trouble: "locked" };
  const trouble = rar.entries.length === 0 ? undefined : findArchiveTrouble(rar.entries, file.size);
  return { extension, trouble };
};

const judgeCompound = (file: JudgedFile): Verdict => {
  const compound = openCompound(file.read(0, file.size));
  if (!compound) return { extension: undefined, trouble: "damaged" };
  const extension = compoundKind(compound);
  if (extension !== undefined) return { extension, trouble: findCompoundTrouble(compound, extension) };
  // Office locks its newer documents by putting them, encrypted, into a container of the older kind.
  return { extension, trouble: compound.root.has("EncryptedPackage") ? "locked" : undefined };
};

const endOfZip = Buffer.from("PK\x05\x06", "latin1");
const endSize = 22;
const maxCommentSize = 65_535;

/** Tells whether a file that begins as another kind ends as a zip archive, which unpackers take it for. */
const endsAsZip = (file: JudgedFile): boolean => {
  const tail = file.read(Math.max(0, file.size - endSize - maxCommentSize), endSize + maxCommentSize);
  const at = tail.lastIndexOf(endOfZip);
  // The end record tells the length of what follows it: inside other data it would not fit.
  return at >= 0 && at + endSize <= tail.length && at + endSize + tail.readUInt16LE(at + 20) === tail.length;
};

const judgePdf = (file: JudgedFile): ByteVerdict => {
  // A header alone is no document.
  if (!holdsObjects(file)) return { extension: undefined, trouble: undefined };
  if (endsAsZip(file)) return { extension: "pdf", trouble: "mixed" };
  const doubts = { lacksEnd: lacksEnd(file), saysEncrypted: saysEncrypted(file) };
  return { extension: "pdf", trouble: undefined, doubts };
};

/** No kind of upload takes a larger image: it is not decoded. */
const maxImageBytes = Math.max(uploadLimits.preview, uploadLimits.profile);

const findPictureTrouble = async (file: JudgedFile): Promise<ImageTrouble | undefined> =>
  file.size > maxImageBytes ? "heavy" : findImageTrouble(file.read(0, file.size));

const judgePlain = async (file: JudgedFile): Promise<ByteVerdict> => {
  const extension = await plainKind(file);
  if (extension === "pdf") return judgePdf(file);
  if (extension === undefined || !isImageType(extension)) return { extension, trouble: undefined };
  return { extension, trouble: undefined, picture: await findPictureTrouble(file) };
};

/**
 * Judges a file by its bytes: its type, and the trouble with it. Fails with MissingBytes where it needs more of them,
 * with MissingTime, unless patient, where it takes long.
 */
export const judgeBytes = async (file: JudgedFile, isPatient: boolean): Promise<ByteVerdict> => {
  const head = file.read(0, 256);
  switch (containerOf(head)) {
    case "zip":
      return judgeZip(file, isPatient);
    case "rar":
      return judgeRar(file);
    case "compound":
      return judgeCompound(file);
    case "oldHwp":
      return { extension: "hwp", trouble: isLockedOldHwp(head) ? "locked" : undefined };
    default:
      return judgePlain(file);
  }
};
