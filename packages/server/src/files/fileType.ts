import { imageExtensions, type fileExtensions } from "@knowhow/shared";
import { fileTypeFromBuffer } from "file-type";
import type { ByteSource } from "./byteSource.ts";
import { compoundStreams } from "./compoundFile.ts";
import { isPlainText } from "./plainText.ts";
import { zipEntries, zipMimetype } from "./zipArchive.ts";

/** Extension that the product allows; `jpeg` is told as `jpg`. */
export type KnownExtension = Exclude<
  (typeof fileExtensions)[number] | (typeof imageExtensions)[number],
  "jpeg"
>;

const headSize = 4_100;

const markers: readonly (readonly [string, KnownExtension])[] = [
  ["FileHeader", "hwp"],
  ["\u0005HwpSummaryInformation", "hwp"],
  ["WordDocument", "doc"],
  ["Workbook", "xls"],
  ["Book", "xls"],
  ["PowerPoint Document", "ppt"],
];

const compoundType = async (source: ByteSource): Promise<KnownExtension | undefined> => {
  const streams = await compoundStreams(source);
  if (!streams) return undefined;
  const found = (names: Set<string>) => markers.find(([name]) => names.has(name))?.[1];
  // Some writers leave the tree of names broken; then the list of all of them has to do.
  return found(streams.root) ?? found(streams.all);
};

/** Archives that systems run: Java and Android programs. Office files with macros pass as none of the kinds. */
const runs = (names: Set<string>): boolean =>
  names.has("AndroidManifest.xml") ||
  (names.has("META-INF/MANIFEST.MF") && [...names].some((name) => name.endsWith(".class"))) ||
  [...names].some((name) => /^(word|xl|ppt)\/vbaProject\.bin$/.test(name));

const archiveType = async (source: ByteSource): Promise<KnownExtension | undefined> => {
  const entries = await zipEntries(source);
  if (!entries) return undefined;
  const names = new Set(entries);
  if (runs(names)) return undefined;
  const isOffice = names.has("[Content_Types].xml");
  const has = (folder: string, main: string) =>
    names.has(`${folder}/${main}`) || (isOffice && entries.some((name) => name.startsWith(`${folder}/`)));
  if (has("word", "document.xml")) return "docx";
  if (has("xl", "workbook.xml") && !names.has("xl/workbook.bin")) return "xlsx";
  if (has("ppt", "presentation.xml")) return "pptx";
  const mimetype = await zipMimetype(source);
  return mimetype?.startsWith("application/hwp+zip") || names.has("Contents/content.hpf") ? "hwpx" : "zip";
};

const plainTypes: Partial<Record<string, KnownExtension>> = {
  pdf: "pdf",
  rar: "rar",
  jpg: "jpg",
  png: "png",
  apng: "png",
  gif: "gif",
  webp: "webp",
};

/**
 * Finds the type in the bytes: the container by its magic number, then the markers inside it. Reads pieces only.
 * Undefined for what the product does not take, programs above all.
 */
export const detectType = async (source: ByteSource): Promise<KnownExtension | undefined> => {
  const head = await source.read(0, headSize);
  const container = await fileTypeFromBuffer(head);
  if (container?.ext === "cfb") return compoundType(source);
  // Every flavour of zip is judged by its own directory, not by the first entries alone.
  if (head.length >= 4 && head.readUInt32LE(0) === 0x04_03_4b_50) return archiveType(source);
  const known = container && plainTypes[container.ext];
  if (known) return known;
  if (head.toString("latin1", 0, 17) === "HWP Document File") return "hwp";
  // Some writers put a line before the header; readers accept it within the first kilobyte.
  if (!container && head.subarray(0, 1_024).includes("%PDF-")) return "pdf";
  const mayBeText = !container || container.mime.startsWith("text/") || /xml|json|rtf/.test(container.mime);
  return mayBeText && (await isPlainText(source)) ? "txt" : undefined;
};

/** Tells whether a type found in the bytes is what an extension says; any zip may be called zip. */
export const matchesExtension = (found: KnownExtension, extension: string): boolean => {
  const named = extension === "jpeg" ? "jpg" : extension;
  if (named === found) return true;
  return named === "zip" && ["docx", "xlsx", "pptx", "hwpx"].includes(found);
};

const images: readonly string[] = imageExtensions;

/** Tells whether a type is an image's. */
export const isImageType = (extension: string): boolean => images.includes(extension);

const mimeTypes: Record<KnownExtension, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  hwp: "application/x-hwp",
  hwpx: "application/hwp+zip",
  txt: "text/plain",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
  rar: "application/vnd.rar",
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
};

/** Content-Type of a type found in the bytes. */
export const mimeOf = (extension: string | null): string =>
  // An unknown extension has no entry; the index type says so.
  (mimeTypes as Partial<Record<string, string>>)[extension ?? ""] ?? "application/octet-stream";
