import type { Kept } from "@knowhow/ui/client/mirror.ts";
import type { DraftRow } from "@knowhow/ui/drafts/draft.ts";
import type { Waiting } from "@knowhow/ui/outbox/acts.ts";
import { Dexie, type EntityTable, type Table } from "dexie";

/** A slice of a file of a draft: written once, never changed. */
interface DraftPart {
  /** The draft under which it was written. */
  draftId: string;
  key: string;
  index: number;
  bytes: Blob;
}

/** What the device keeps for one person. */
export type PersonDatabase = Dexie & {
  outbox: EntityTable<Waiting, "id">;
  /** Answers of the server, by the address that they were read from. */
  answers: EntityTable<Kept & { address: string }, "address">;
  /** What is being written and was not sent. */
  texts: EntityTable<{ name: string; value: unknown }, "name">;
  /** Forms on their way; their files' bytes are apart, since what a row holds is written anew with each change of it. */
  drafts: EntityTable<DraftRow, "id">;
  draftParts: Table<DraftPart, [string, string, number]>;
};

const prefix = "knowhow:";
const opened = new Map<string, PersonDatabase>();

/** When a database was deleted, in milliseconds: what was still under way then does not make it anew. */
const erasedAt = new Map<string, number>();
const settleMs = 10_000;

/** The database of a person on this device, one for each; the same one each time. */
export const databaseOf = (personId: string): PersonDatabase => {
  const known = opened.get(personId);
  if (known) return known;
  if (Date.now() - (erasedAt.get(personId) ?? 0) < settleMs)
    throw new Error("What the device kept for this person has just been deleted.");
  const database = new Dexie(prefix + personId) as PersonDatabase; // its tables are declared on the next line
  database.version(1).stores({ outbox: "id, madeAt", answers: "address" });
  database.version(3).stores({ texts: "name" });
  database.version(2).stores({ drafts: "id", draftParts: "[draftId+key+index]" });
  // Another tab deletes it, or has a newer version: whoever asks next opens it anew.
  database.on("versionchange", ({ newVersion }) => {
    // None: it is being deleted.
    if (newVersion === null) erasedAt.set(personId, Date.now());
    database.close();
    opened.delete(personId);
  });
  opened.set(personId, database);
  return database;
};

/** Deletes all that the device keeps for a person. */
export const eraseDatabase = async (personId: string): Promise<void> => {
  erasedAt.set(personId, Date.now());
  opened.get(personId)?.close();
  opened.delete(personId);
  await Dexie.delete(prefix + personId);
  // Previews that were bought are among them.
  if ("caches" in globalThis) await caches.delete("knowhow-images");
};

/** Everybody of whom the device keeps something. */
export const personsKept = async (): Promise<string[]> =>
  (await Dexie.getDatabaseNames())
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
