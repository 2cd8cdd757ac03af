import { executableExtensions } from "@knowhow/shared";
import { hasExtension, seenEnd } from "./names.ts";

/** An entry of an archive, known without unpacking it. */
export interface ArchiveEntry {
  name: string;
  /** Bytes in the archive, and bytes that come out of them. */
  packed: number;
  size: number;
  isLocked: boolean;
  isLink: boolean;
}

/** Limits of an archive: bytes, entries, and the ratio to its own size from some size on. */
export const archiveLimits = {
  bytes: 2 * 1024 * 1024 * 1024,
  entries: 5_000,
  ratio: 100,
  ratioFrom: 1024 * 1024,
  /** Letters of an entry's name, folders included: no system makes use of longer ones. */
  name: 1_024,
} as const;

export type ArchiveTrouble =
  | "crowded"
  | "swollen"
  | "paths"
  | "locked"
  | "program"
  | "macros"
  | "nested"
  | "empty";

/** Programs by name that are nonetheless learning material: source text, and parts that building needs. */
const sources: readonly string[] = ["bat", "cmd", "js", "vbs", "ps1", "sh", "jar", "dll", "app"];
/** Other files that systems run, install or follow when opened, and that teach nothing. */
const runnable = [
  "pif", "cpl", "msp", "mst", "msix", "msixbundle", "appx", "appxbundle", "appinstaller", "scf", "url", "gadget", "chm",
] as const; // oxfmt-ignore
const programs: readonly string[] = [
  ...executableExtensions.filter((extension) => !sources.includes(extension)),
  ...runnable,
];

/** Documents whose kind is made for macros; nested in an archive they are not looked into. */
const macroDocuments: readonly string[] = [
  "docm", "dotm", "xlsm", "xltm", "xlam", "xlsb", "pptm", "potm", "ppsm", "ppam", "sldm",
]; // oxfmt-ignore

/** Archives that hold files of their own, which are not looked into. */
const archives: readonly string[] = [
  "zip", "zipx", "rar", "7z", "alz", "egg", "tar", "tgz", "tbz", "txz", "cab", "iso", "lzh", "arj", "ace",
]; // oxfmt-ignore

const isOutside = (name: string): boolean =>
  /^(?:[/\\]|[a-z]:)/i.test(name) ||
  name.includes("\0") ||
  (name.includes("..") && /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name));

const isArchive = (seen: string): boolean =>
  hasExtension(seen, archives) || /\.tar\.[a-z0-9]{1,4}$/.test(seen);

const isFolder = (name: string): boolean => /[/\\]$/.test(name);

/** The trouble with an archive by its list of entries; `size` is its own. */
export const findArchiveTrouble = (
  entries: readonly ArchiveEntry[],
  size: number,
): ArchiveTrouble | undefined => {
  if (entries.length > archiveLimits.entries) return "crowded";
  // Before anything looks at them: the longest that an archive can hold take long.
  if (entries.some(({ name }) => name.length > archiveLimits.name)) return "paths";
  if (entries.some(({ name, isLink }) => isLink || isOutside(name))) return "paths";
  const total = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (total > archiveLimits.bytes) return "swollen";
  if (total > archiveLimits.ratioFrom && total > size * archiveLimits.ratio) return "swollen";
  const named = entries.map(({ name }) => name.trimEnd()).filter((name) => !isFolder(name));
  if (named.length === 0) return "empty";
  if (entries.some(({ isLocked }) => isLocked)) return "locked";
  const endings = named.map(seenEnd);
  if (endings.some((seen) => hasExtension(seen, programs))) return "program";
  if (endings.some((seen) => hasExtension(seen, macroDocuments))) return "macros";
  return endings.some(isArchive) ? "nested" : undefined;
};
