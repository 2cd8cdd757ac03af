import { executableExtensions, fileExtensions, imageExtensions, nfc, textLimits } from "@knowhow/shared";

/** Format characters: directions above all, which can make a name read backwards. */
const formatting = /[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Extension of a name in lower case, without its dot; empty where the name has none. */
export const extensionOf = (name: string): string =>
  /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? "";

const known: readonly string[] = [...fileExtensions, ...imageExtensions, ...executableExtensions];

/** Tells whether what follows the last dot says a type: `v1.2` and `보고서.최종` do not. */
export const saysType = (name: string): boolean => {
  const extension = extensionOf(name);
  return known.includes(extension) || /[a-z]/.test(extension);
};

/** Characters at a name's end among which its extension is; names inside archives may be much longer. */
const maxEndLength = 50;

/** What Windows drops at the end of a name, and what becomes that in the plain form of its letters. */
const dropped = /[.\s\p{Cc}\u2024-\u2026\uFE19\uFE30\uFE52\uFF0E]/u;
const invisible = new RegExp(formatting.source, "u");

/** Of each code unit whether it is dropped or invisible: archives hold millions of them, and no pattern is as fast. */
const roles = Uint8Array.from({ length: 0x1_00_00 }, (_, code) => {
  const letter = String.fromCharCode(code);
  return Number(dropped.test(letter)) + 2 * Number(invisible.test(letter));
});
const roleAt = (name: string, index: number): number => roles[name.charCodeAt(index)] ?? 0;

/** How many code units that end here make an invisible character. */
const invisibleAt = (name: string, index: number): number => {
  if ((roleAt(name, index) & 2) !== 0) return 1;
  const isPair = index > 0 && (name.charCodeAt(index) & 0xfc_00) === 0xdc_00;
  return isPair && invisible.test(name.slice(index - 1, index + 1)) ? 2 : 0;
};

/**
 * The end of a name as systems see it, in lower case: without invisible characters, the dots and spaces that Windows
 * drops, and other forms of the letters.
 */
export const seenEnd = (name: string): string => {
  const seen: string[] = [];
  for (let at = name.length - 1; at >= 0 && seen.length < maxEndLength;) {
    const hidden = invisibleAt(name, at);
    if (hidden === 0 && (seen.length > 0 || (roleAt(name, at) & 1) === 0)) seen.push(name.charAt(at));
    at -= Math.max(1, hidden);
  }
  return seen.reverse().join("").normalize("NFKC").toLowerCase();
};

/** Tells whether a name's end, as systems see it, is one of these extensions. */
export const hasExtension = (seen: string, extensions: readonly string[]): boolean =>
  seen.includes(".") && extensions.includes(seen.slice(seen.lastIndexOf(".") + 1));

/** Tells whether a name is one that systems run. */
export const isExecutableName = (name: string): boolean => hasExtension(seenEnd(name), executableExtensions);

/** Shortens a name to what may be stored and keeps its extension. */
const shorten = (name: string): string => {
  const letters = [...name];
  if (letters.length <= textLimits.fileName) return name;
  const extension = extensionOf(name);
  const tail = extension === "" ? "" : name.slice(-(extension.length + 1));
  return letters.slice(0, textLimits.fileName - tail.length).join("") + tail;
};

/**
 * A file name as it is stored and offered: NFC, the last part of a path, nothing invisible; empty if that leaves
 * nothing.
 */
export const cleanFileName = (name: string): string => {
  const last = nfc(name).split(/[/\\]/).at(-1) ?? "";
  const visible = last
    .replace(/\p{Cc}/gu, " ")
    .replace(formatting, "")
    .trim();
  return shorten(/^\.*$/.test(visible) ? "" : visible);
};
