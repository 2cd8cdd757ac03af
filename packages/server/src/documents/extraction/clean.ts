import { nfc } from "@knowhow/shared";

const newline = /\r\n?|[\u0085\u2028\u2029\v\f]/gu;
/**
 * Invisible characters: control characters, private use, noncharacters, marks of direction and of nothing, tags. Text
 * hidden in them would be read by a machine only.
 */
const unseen =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these characters are removed
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\uffff\ue000-\uf8ff\u{e0000}-\u{10ffff}]|[\p{Cn}\p{Cs}]/gu;
const spaces = /[^\S\n]+/gu;
const calm = (run: string): string => (run.includes("\t") ? "\t" : " ");

/** Text as people see it: NFC, nothing invisible, single spaces, at most one empty line in a row. */
export const cleanText = (text: string): string =>
  nfc(text.replace(newline, "\n").replace(unseen, ""))
    .replace(spaces, calm)
    .replace(/[ \t]*\n[ \t]*/gu, "\n")
    .replace(/\n{3,}/gu, "\n\n")
    .trim();

/** Tells whether anything in a text can be read: a letter or a figure. */
export const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
