import { imageExtensions, type fileExtensions } from "@knowhow/shared";
import type { ByteSource } from "../../storage/byteSource.ts";
import { cachedSource } from "../../storage/cachedSource.ts";
import { compoundStreams } from "./compoundFile.ts";
import { isPlainText, isUtf16 } from "./plainText.ts";
import { openZip, type ZipArchive } from "./zipArchive.ts";

/** Extension that the product allows; `jpeg` is told as `jpg`. */
export type KnownExtension = Exclude<
  (typeof fileExtensions)[number] | (typeof imageExtensions)[number],
  "jpeg"
>;

/** Loaded by the first file that is looked at. */
const loadFileType = () => import("file-type");

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

/** Tells whether systems run an archive as it is: Java and Android programs. */
export const isProgramArchive = ({ entries }: ZipArchive): boolean => {
  const names = entries.map(({ name }) => name);
  return (
    names.includes("AndroidManifest.xml") ||
    (names.includes("META-INF/MANIFEST.MF") && names.some((name) => name.endsWith(".class")))
  );
};

const archiveType = async (source: ByteSource): Promise<KnownExtension | undefined> => {
  const zip = await openZip(source);
  if (!zip || isProgramArchive(zip)) return undefined;
  const names = new Set(zip.entries.map(({ name }) => name));
  const isOffice = names.has("[Content_Types].xml");
  const has = (folder: string, main: string) =>
    names.has(`${folder}/${main}`) || (isOffice && [...names].some((name) => name.startsWith(`${folder}/`)));
  if (has("word", "document.xml")) return "docx";
  if (has("xl", "workbook.xml") && !names.has("xl/workbook.bin")) return "xlsx";
  if (has("ppt", "presentation.xml")) return "pptx";
  const mimetype = (await zip.read("mimetype", 64)).toString("latin1");
  return mimetype.startsWith("application/hwp+zip") || names.has("Contents/content.hpf") ? "hwpx" : "zip";
};

const plainTypes: Partial<Record<string, KnownExtension>> = {
  pdf: "pdf",
  jpg: "jpg",
  png: "png",
  apng: "png",
  gif: "gif",
  webp: "webp",
};

/** Some writers put lines before the header, and readers accept it within the first kilobyte; a page is no such line. */
const isLatePdf = (head: Buffer): boolean => {
  const at = head.subarray(0, 1_024).indexOf("%PDF-");
  return at >= 0 && !head.subarray(0, at).includes("<");
};

const beginnings = [
  ["zip", "504b0304"],
  // An archive without entries is its own end.
  ["zip", "504b0506"],
  ["compound", "d0cf11e0a1b11ae1"],
  ["rar", "526172211a0700"],
  ["rar", "526172211a070100"],
  ["oldHwp", Buffer.from("HWP Document File").toString("hex")],
] as const;

/** The archives and containers that hold several kinds, by how they begin. */
export const containerOf = (head: Buffer): (typeof beginnings)[number][0] | undefined => {
  const start = head.toString("hex", 0, 32);
  return beginnings.find(([, marks]) => start.startsWith(marks))?.[0];
};

/**
 * Finds the type in the bytes: the container by its magic number, then the markers inside it. Reads pieces only.
 * Undefined for what the product does not take, programs above all. What speaks against a file of that type is not told.
 */
export const detectType = async (raw: ByteSource): Promise<KnownExtension | undefined> => {
  const source = cachedSource(raw);
  const head = await source.read(0, headSize);
  const container = containerOf(head);
  if (container === "compound") return compoundType(source);
  // Every flavour of zip is judged by its own directory, not by the first entries alone.
  if (container === "zip") return archiveType(source);
  if (container !== undefined) return container === "rar" ? "rar" : "hwp";
  // A text in UTF-16 begins as some kinds of sound do.
  const { fileTypeFromBuffer } = await loadFileType();
  const found = isUtf16(head) ? undefined : await fileTypeFromBuffer(head);
  const known = found && plainTypes[found.ext];
  if (known) return known;
  if (!found && isLatePdf(head)) return "pdf";
  const mayBeText = !found || found.mime.startsWith("text/") || /xml|json|rtf/.test(found.mime);
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
