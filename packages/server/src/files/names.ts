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

/** Characters at a name's end among which its extension is; names inside archives are up to 65,535 long. */
const longestEnd = 50;

/** Tells whether Windows drops a character at the end of a name, in whatever form it is written. */
const isDropped = (character: string): boolean => /^[.\s\p{Cc}]+$/u.test(character.normalize("NFKC"));

/**
 * Tells whether systems see one of these extensions at a name's end: what is invisible, other forms of the letters, and
 * the dots and spaces that Windows drops, do not hide it.
 */
export const endsAs = (name: string, extensions: readonly string[]): boolean => {
  const letters = name.replace(formatting, "");
  let end = letters.length;
  while (end > 0 && isDropped(letters.charAt(end - 1))) end -= 1;
  const seen = letters
    .slice(Math.max(0, end - longestEnd), end)
    .normalize("NFKC")
    .toLowerCase();
  return extensions.some((extension) => seen.endsWith(`.${extension}`));
};

/** Tells whether a name is one that systems run. */
export const isExecutableName = (name: string): boolean => endsAs(name, executableExtensions);

/** Shortens a name to what may be stored and keeps its extension. */
const shorten = (name: string): string => {
  const letters = [...name];
  if (letters.length <= textLimits.fileName) return name;
  const extension = extensionOf(name);
  const tail = extension === "" ? "" : name.slice(-(extension.length + 1));
  return letters.slice(0, textLimits.fileName - tail.length).join("") + tail;
};

/** A file name as it is stored and offered: NFC, the last part of a path, nothing invisible; empty if nothing is left. */
export const cleanFileName = (name: string): string => {
  const last = nfc(name).split(/[/\\]/).at(-1) ?? "";
  const visible = last
    .replace(/\p{Cc}/gu, " ")
    .replace(formatting, "")
    .trim();
  return shorten(/^\.*$/.test(visible) ? "" : visible);
};
