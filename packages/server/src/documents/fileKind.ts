import type { KnownExtension } from "./fileType.ts";
import type { CompoundFile } from "./compound.ts";
import type { JudgedFile } from "./judgedFile.ts";
import { loadLibrary } from "./loadLibrary.ts";
import { orDamaged } from "./transient.ts";
import { isPlainText, isUtf16 } from "./plainText.ts";
import type { ZipArchive } from "./zipArchive.ts";

/** Loaded by the first file that is looked at. */
const loadFileType = () => loadLibrary(() => import("file-type"));

/** Bytes that kindByHead wants. */
export const kindHeadSize = 4_100;

const markers: readonly (readonly [string, KnownExtension])[] = [
  ["FileHeader", "hwp"],
  ["\u0005HwpSummaryInformation", "hwp"],
  ["WordDocument", "doc"],
  ["Workbook", "xls"],
  ["Book", "xls"],
  ["PowerPoint Document", "ppt"],
];

/** The kind of a compound file. */
export const compoundKind = ({ root, all }: CompoundFile): KnownExtension | undefined => {
  const found = (names: ReadonlySet<string>) => markers.find(([name]) => names.has(name))?.[1];
  // Some writers leave the tree of names broken; then the list of all of them has to do.
  return found(root) ?? found(all);
};

/** Tells whether systems run an archive as it is: Java and Android programs. */
export const isProgramArchive = ({ entries }: ZipArchive): boolean => {
  const names = entries.map(({ name }) => name);
  return (
    names.includes("AndroidManifest.xml") ||
    (names.includes("META-INF/MANIFEST.MF") && names.some((name) => name.endsWith(".class")))
  );
};

/** The kind of a zip archive, by its directory alone. */
export const zipKind = async (zip: ZipArchive): Promise<KnownExtension | undefined> => {
  if (isProgramArchive(zip)) return undefined;
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

/** Some writers put lines, but no HTML, before the header, and readers accept it within the first kilobyte. */
const isLatePdf = (head: Buffer): boolean => {
  const at = head.subarray(0, 1_024).indexOf("%PDF-");
  return at >= 0 && !head.subarray(0, at).includes("<");
};

/** The kind of a file by how it begins; undefined for containers, which hold several, and for texts. */
export const kindByHead = async (head: Buffer): Promise<KnownExtension | undefined> =>
  (await kindAndMime(head)).kind;

const kindAndMime = async (head: Buffer): Promise<{ kind?: KnownExtension | undefined; mime?: string }> => {
  // A text in UTF-16 begins as some kinds of sound do.
  if (isUtf16(head)) return {};
  const { fileTypeFromBuffer } = await loadFileType();
  const found = await orDamaged(() => fileTypeFromBuffer(head), undefined);
  return found ? { kind: plainTypes[found.ext], mime: found.mime } : {};
};

/** The kind of a file that is no container; undefined for what the product does not take, programs above all. */
export const plainKind = async (file: JudgedFile): Promise<KnownExtension | undefined> => {
  const head = file.read(0, kindHeadSize);
  const { kind, mime } = await kindAndMime(head);
  if (kind) return kind;
  if (mime === undefined && isLatePdf(head)) return "pdf";
  const mayBeText = mime === undefined || mime.startsWith("text/") || /xml|json|rtf/.test(mime);
  return mayBeText && isPlainText(file) ? "txt" : undefined;
};
