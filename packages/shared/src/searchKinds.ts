/** Orders of hits: by how well they fit, else popular, newest, cheapest or best rated first. */
export const searchSorts = ["relevance", "popular", "newest", "price", "rating"] as const;
export type SearchSort = (typeof searchSorts)[number];

/** Kinds of files by the endings of their names; the database tells them apart. */
export const fileKinds = ["pdf", "document", "sheet", "slides", "archive", "link", "other"] as const;
export type FileKind = (typeof fileKinds)[number];

/** Suggestions at most. */
export const maxSuggestions = 8;
