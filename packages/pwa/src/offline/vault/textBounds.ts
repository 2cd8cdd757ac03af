/** Size of the largest PDF whose text is taken: the whole file is decrypted twice. */
export const maxTextFile = 100 * 1024 * 1024;
/** Pages of a PDF whose text is taken for the search. */
export const maxTextPages = 1_000;
/** Characters of a file that are searched. */
export const maxTextLength = 1_000_000;
/** Files that one search finds. */
export const maxHits = 50;
