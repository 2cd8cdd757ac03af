/** Pages of a PDF whose text is taken for the search. */
export const maxTextPages = 1_000;
/** Characters of a file that are searched. */
export const maxTextLength = 1_000_000;
