import { invisible } from "../text.ts";

/**
 * Characters that fonts draw as nothing, or over their neighbour: without a meaning, for private use, enclosing marks,
 * and the parts of Hangul syllables that no syllable has taken.
 */
const undrawn = /[\p{Cn}\p{Co}\p{Me}\u1100-\u11ff\u2e3c\ua960-\ua97f\ud7b0-\ud7ff]/u;

/**
 * Marks that their letter has no form for, once in normal form C, so that fonts draw them apart or not at all: those of
 * all scripts, and those of one script on a letter of another that writes none.
 */
const strayMark =
  /\p{sc=Inherited}|(?:^|[\p{sc=Hangul}\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}])\p{M}/u;

/** Tells whether a text, in its normal form, holds characters that can not be seen: two names that look alike could differ in them. */
export const hidesCharacters = (value: string): boolean =>
  value.search(invisible) >= 0 || undrawn.test(value) || strayMark.test(value);
