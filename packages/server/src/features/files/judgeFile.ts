import { archiveLimits, findArchiveTrouble, type ArchiveTrouble } from "./archiveRules.ts";
import type { ByteSource } from "../../storage/byteSource.ts";
import { cachedSource } from "../../storage/cachedSource.ts";
import { openCompound } from "./compoundFile.ts";
import { containerOf, detectType, isProgramArchive, type KnownExtension } from "./fileType.ts";
import {
  findCompoundTrouble,
  findOfficeTrouble,
  isLockedOldHwp,
  type OfficeTrouble,
} from "./officeTroubles.ts";
import { withLocalBytes, type LocalBytes } from "../../storage/localBytes.ts";
import { holdsObjects, isCutPdf, isLockedPdf } from "./pdfTroubles.ts";
import { proveZip } from "./proveZip.ts";
import { openRar } from "./rarArchive.ts";
import { openZip, type ZipArchive } from "./zipArchive.ts";

/** Why a file is not taken although its kind may be: `executable` runs as it is, `mixed` is two kinds at once, `packing` is one that we can not undo. */
export type FileTrouble = ArchiveTrouble | OfficeTrouble | "executable" | "mixed" | "packing";

/** What a file is, and what speaks against it; neither for a kind that the product does not know. */
export interface Verdict {
  extension: KnownExtension | undefined;
  trouble: FileTrouble | undefined;
}

/** Entries that share their bytes swell without saying so in any ratio of their own. */
const overlaps = ({ entries }: ZipArchive): boolean => {
  let end = 0;
  for (const { at, packed, name } of entries.toSorted((one, other) => one.at - other.at)) {
    if (at < end) return true;
    end = at + 30 + (/^[\x20-\x7e]*$/.test(name) ? name.length : 0) + packed;
  }
  return false;
};

const findZipTrouble = async (source: LocalBytes): Promise<FileTrouble | undefined> => {
  const zip = await openZip(source);
  if (!zip) return "damaged";
  if (zip.count > archiveLimits.entries) return "crowded";
  if (isProgramArchive(zip)) return "executable";
  const trouble = findArchiveTrouble(zip.entries, source.size) ?? (await findOfficeTrouble(zip));
  if (trouble) return trouble;
  if (overlaps(zip)) return "swollen";
  // What can not be unpacked here can not be known, and most people could not unpack it either.
  if (zip.entries.some(({ isKnown }) => !isKnown)) return "packing";
  return (await proveZip(source, zip)) ? undefined : "damaged";
};

const findRarTrouble = async (source: ByteSource): Promise<FileTrouble | undefined> => {
  const rar = await openRar(source);
  if (!rar) return "damaged";
  if (rar.isSealed) return "locked";
  return rar.entries.length === 0 ? undefined : findArchiveTrouble(rar.entries, source.size);
};

const explainCompound = async (
  source: ByteSource,
  extension: KnownExtension | undefined,
): Promise<FileTrouble | undefined> => {
  const file = await openCompound(source);
  if (!file) return "damaged";
  if (extension !== undefined) return findCompoundTrouble(file, extension);
  // Office locks its newer documents by putting them, encrypted, into a container of the older kind.
  return file.root.has("EncryptedPackage") ? "locked" : undefined;
};

const endOfZip = Buffer.from("PK\x05\x06", "latin1");
const endSize = 22;
const longestComment = 65_535;

/** Tells whether a file that begins as another kind ends as a zip archive, which unpackers take it for. */
const endsAsZip = async (source: ByteSource): Promise<boolean> => {
  const tail = await source.read(
    Math.max(0, source.size - endSize - longestComment),
    endSize + longestComment,
  );
  const at = tail.lastIndexOf(endOfZip);
  // The end record tells the length of what follows it: inside other data it would not fit.
  return at >= 0 && at + endSize <= tail.length && at + endSize + tail.readUInt16LE(at + 20) === tail.length;
};

const findPdfTrouble = async (source: ByteSource, raw: ByteSource): Promise<FileTrouble | undefined> => {
  if (await endsAsZip(source)) return "mixed";
  if (await isCutPdf(source, raw)) return "damaged";
  return (await isLockedPdf(source, raw)) ? "locked" : undefined;
};

/** What speaks against a container, whose pieces lie all over it. */
const findContainerTrouble = (
  source: LocalBytes,
  head: Buffer,
  extension: KnownExtension | undefined,
): Promise<FileTrouble | undefined> => {
  switch (containerOf(head)) {
    case "zip":
      return findZipTrouble(source);
    case "rar":
      return findRarTrouble(source);
    case "compound":
      return explainCompound(source, extension);
    default:
      return Promise.resolve(isLockedOldHwp(head) ? "locked" : undefined);
  }
};

/** Judges a file by its bytes: what it is, and what speaks against it. Fails only when the bytes can not be read. */
export const judgeFile = async (raw: ByteSource): Promise<Verdict> => {
  const source = cachedSource(raw);
  const head = await source.read(0, 256);
  if (containerOf(head) !== undefined)
    return withLocalBytes(raw, async (local) => {
      const extension = await detectType(local);
      return { extension, trouble: await findContainerTrouble(local, head, extension) };
    });
  const extension = await detectType(source);
  if (extension !== "pdf") return { extension, trouble: undefined };
  // A header alone is no document.
  if (!(await holdsObjects(source))) return { extension: undefined, trouble: undefined };
  return { extension, trouble: await findPdfTrouble(source, raw) };
};
