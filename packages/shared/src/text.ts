/**
 * Invisible characters: control and format characters, characters that are ignorable by default (fillers, variation
 * selectors, joiners), the place of an object, the blank Braille cell, and the marks of music and Khitan script that only
 * hold a place.
 */
export const invisible =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]|\u{16fe4}/gu;

/** Values that PostgreSQL can not keep: NUL in a text, half of a surrogate pair in JSON. */
const unstorable = /[\0\p{Cs}]/u;

/** Tells whether a text can be stored as it is. */
export const isStorable = (value: string): boolean => !unstorable.test(value);

/** Cuts a text to at most this many UTF-16 units, and never through a character. */
export const cutText = (value: string, max: number): string =>
  value.slice(0, max).replace(/[\ud800-\udbff]$/u, "");

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tells whether a text is a uuid of any version: the database gives version 7, clients make version 4. */
export const isUuid = (value: string): boolean => uuid.test(value);

/** More marks on one letter than any script has; sorting a run of them takes time by the square of its length. */
const maxMarks = 100;

/** Normal form C. A text with a run of marks that no language writes stays as it is: it would stop the process. */
export const nfc = (value: string): string =>
  value.length > maxMarks && value.match(/\p{M}+/gu)?.some((run) => run.length > maxMarks)
    ? value
    : value.normalize("NFC");

/**
 * Characters that turn the direction of the text: with them a text looks like another, and a program like a document.
 */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Normal form of the name that a file came with: NFC, control characters as spaces, nothing that turns the direction,
 * trimmed; else as it is.
 */
export const tidyFileName = (value: string): string =>
  nfc(value)
    .replace(turning, "")
    .replace(/\p{Cc}/gu, " ")
    .trim();

/** Normal form of a name of one line: NFC, trimmed, each run of white space as one space. */
export const cleanName = (value: string): string =>
  nfc(value)
    // Single spaces stay: to put each in its own place takes ten times as long.
    .replace(/[\s\p{Cc}]{2,}|[^\S ]|\p{Cc}/gu, " ")
    .trim();

/** Normal form of a text of one line: as that of a name, and nothing that turns the direction. */
export const cleanLine = (value: string): string => cleanName(value.replace(turning, ""));

/**
 * Normal form of a text of several lines: NFC, line feeds only, no control characters but tabs, nothing that turns the
 * direction, trimmed.
 */
export const cleanText = (value: string): string =>
  nfc(value)
    .replace(turning, "")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

const visible = new RegExp(`(?!${invisible.source})\\S`, "u");

/** Tells whether anything of a text can be seen. */
export const isVisible = (value: string): boolean => visible.test(value);

/** Length as people count it: in code points, not in UTF-16 units. */
export const lengthOf = (value: string): number =>
  value.replace(/[\ud800-\udbff](?=[\udc00-\udfff])/g, "").length;
