import { readNote, searchesKey, writeNote } from "./notes.ts";

const maxKept = 8;

const keyFor = (personId: string | undefined): string => searchesKey(personId ?? "visitor");

/** What a person, or a visitor, has searched on this device last. */
export const readSearches = (personId: string | undefined): string[] =>
  (readNote(keyFor(personId)) ?? "").split("\n").filter((search) => search !== "");

/** Keeps a search that has found something. */
export const keepSearch = (personId: string | undefined, search: string): void => {
  const others = readSearches(personId).filter((kept) => kept !== search);
  writeNote(keyFor(personId), [search.replaceAll("\n", " "), ...others].slice(0, maxKept).join("\n"));
};

/** Deletes what a person, or a visitor, has searched on this device. */
export const forgetSearches = (personId: string | undefined): void => writeNote(keyFor(personId), null);
