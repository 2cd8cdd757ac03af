import type { CachedResponse } from "@knowhow/ui/client/responseCache.ts";
import { activeUserId } from "@knowhow/ui/client/activeUser.ts";
import type { DraftRow } from "@knowhow/ui/device/drafts/draft.ts";
import { toJob, type FormerAct, type Job } from "@knowhow/ui/device/jobs/job.ts";
import { staffTexts } from "@knowhow/ui/device/texts/staffTexts.ts";
import { Dexie, type EntityTable, type Table } from "dexie";
import type { SealedBytes } from "./cipher.ts";

/** A slice of a file of a draft: written once, never changed. */
export interface DraftPart {
  /** The draft under which it was written. */
  draftId: string;
  key: string;
  index: number;
  bytes: Blob;
}

/** The tables of what a person wrote and did not send. */
export const unsentTables = ["jobs", "texts", "drafts", "draftParts"] as const;

/** Where was kept what a person had said before there were jobs. */
export const formerTable = "outbox";

/** A row of one of them as it waits for the next sign-in of its person. */
export interface SealedRow {
  /** In the order in which they were sealed. */
  id: number;
  table: (typeof unsentTables)[number] | typeof formerTable;
  /** The pair whose private half opens it. */
  keyId: string;
  /** With what its person's key opens it. */
  origin: ArrayBuffer;
  row: SealedBytes;
  /** The slice of a file, apart from the row that says whose it is. */
  part?: SealedBytes;
  /** 1 where a sign-in sends it: how much waits is told to whoever is on the device. */
  isWaiting: 0 | 1;
}

/** What the device keeps for one person. */
export type PersonDatabase = Dexie & {
  jobs: EntityTable<Job, "id">;
  /** Answers of the server, by the address that they were read from. */
  answers: EntityTable<CachedResponse & { address: string }, "address">;
  /** What is being written and was not sent. */
  texts: EntityTable<{ name: string; value: unknown }, "name">;
  /** Forms on their way; their files' bytes are apart, since what a row holds is written anew with each change of it. */
  drafts: EntityTable<DraftRow, "id">;
  draftParts: Table<DraftPart, [string, string, number]>;
  sealed: EntityTable<SealedRow, "id">;
};

/** How locks and messages of the tabs about a person's drafts begin. */
export const draftsName = (personId: string): string => `knowhow-drafts:${personId}`;

const prefix = "knowhow:";
const opened = new Map<string, PersonDatabase>();

/** What is told to a holder of a database that has been deleted since. */
class ErasedError extends Error {
  override readonly name = "ErasedError";
  constructor() {
    super("What the device kept for this person has been deleted.");
  }
}

/** When a database was deleted last, in milliseconds, and how often by now, as far as this page knows. */
const erased = new Map<string, { at: number; count: number }>();
const erasuresOf = (personId: string): number => erased.get(personId)?.count ?? 0;
const settleMs = 10_000;
const noteErased = (personId: string): void => {
  erased.set(personId, { at: Date.now(), count: erasuresOf(personId) + 1 });
};
/** What was still under way then does not make it anew, unless its person is here: again, or still as with a ban. */
const isJustErased = (personId: string): boolean =>
  activeUserId() !== personId && Date.now() - (erased.get(personId)?.at ?? -Infinity) < settleMs;

/** Makes jobs of what was kept before there were any, in one go. */
export const bringOver = async (database: PersonDatabase, personId: string): Promise<void> => {
  const former = database.table<FormerAct>(formerTable);
  if ((await former.count()) === 0) return;
  await database.transaction("rw", former, database.jobs, async () => {
    const rows = await former.toArray();
    await database.jobs.bulkPut(rows.map((row) => toJob(personId, row)));
    await former.clear();
  });
};

/** The database of a person on this device, one for each; the same one each time. */
export const databaseOf = (personId: string): PersonDatabase => {
  const known = opened.get(personId);
  if (known) return known;
  if (isJustErased(personId)) throw new ErasedError();
  // Its tables are declared below. Rows are only shown once they are stored, so none comes from the library's cache.
  const database = new Dexie(prefix + personId, { cache: "disabled" }) as PersonDatabase;
  // Above the six of before the first release: a device that has one of them is brought here as it is, with all rows.
  database.version(7).stores({
    [formerTable]: "id, madeAt",
    answers: "address, keptAt",
    texts: "name",
    drafts: "id",
    draftParts: "[draftId+key+index]",
    sealed: "++id, table, isWaiting, keyId",
  });
  database.version(8).stores({ jobs: "id, createdAt" });
  // Each time it is opened: a tab of an earlier release may have written there since.
  database.on(
    "ready",
    () => bringOver(database, personId).catch((error: unknown) => console.warn(error)),
    true,
  );
  // Another tab deletes it, or has a newer version: whoever asks next opens it anew.
  database.on("versionchange", ({ newVersion }) => {
    // None: it is being deleted.
    if (newVersion === null) noteErased(personId);
    database.close();
    opened.delete(personId);
    // The library's own answer would have this object open, and so make, the database again at its next use.
    return false;
  });
  opened.set(personId, database);
  return database;
};

/**
 * The database of a person for one holder, asked for each time since another tab may bring a newer version. Once it has
 * been deleted, by whichever tab, the holder is refused while its person is away: a late answer makes nothing anew.
 */
export const holdDatabase = (personId: string): (() => PersonDatabase) => {
  const before = erasuresOf(personId);
  return () => {
    if (erasuresOf(personId) !== before && activeUserId() !== personId) throw new ErasedError();
    return databaseOf(personId);
  };
};

/** Keys of the slices of files that no draft has in its lists; no bytes are read. */
export const loosePartsOf = async ({ drafts, draftParts }: PersonDatabase) => {
  const needed = new Set(
    (await drafts.toArray()).flatMap(({ id, files, previews }) =>
      [...files, ...previews].map(({ key, home = id }) => JSON.stringify([home, key])),
    ),
  );
  const keys = await draftParts.toCollection().primaryKeys();
  return keys.filter(([home, key]) => !needed.has(JSON.stringify([home, key])));
};

const imageCache = "knowhow-images";

/** Deletes what the worker notes of the pictures that it keeps: when each address was looked at, in the library's words. */
const eraseLooks = async (): Promise<void> => {
  // Opened as it is: the worker goes on with it.
  const notes = new Dexie("workbox-expiration");
  try {
    await notes.open();
    await notes.table("cache-entries").where("cacheName").equals(imageCache).delete();
  } catch (error) {
    // There is none before the first picture.
    if (!(error instanceof Dexie.NoSuchDatabaseError)) throw error;
  } finally {
    notes.close();
  }
};

/** Deletes the pictures that the device keeps: previews that were bought are among them. */
const erasePictures = async (): Promise<void> => {
  if ("caches" in globalThis) await caches.delete(imageCache);
  await eraseLooks();
};

/** Deletes all that the device keeps for a person. */
export const eraseDatabase = async (personId: string): Promise<void> => {
  noteErased(personId);
  opened.get(personId)?.close();
  opened.delete(personId);
  await Dexie.delete(prefix + personId);
  await erasePictures();
};

/**
 * Deletes what the device keeps of a person's reading, which the server has, and what they were writing of their office;
 * what else they wrote and did not send stays.
 */
export const eraseReading = async (personId: string): Promise<void> => {
  const { answers, texts } = databaseOf(personId);
  await texts
    .where("name")
    .startsWithAnyOf([...staffTexts])
    .delete();
  // Pictures of the next person must not be deleted with those of the last.
  if ((await answers.count()) === 0) return;
  await erasePictures();
  await answers.clear();
};

/** Of whom something readable was written, by what the library tells of a change in any tab. */
export const readWriters = (parts: object): string[] =>
  Object.keys(parts).flatMap((part) => /^idb:\/\/knowhow:([^/]+)\/(?!sealed\/)/.exec(part)?.[1] ?? []);

/** Everybody of whom the device keeps something. */
export const personsKept = async (): Promise<string[]> =>
  (await Dexie.getDatabaseNames())
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
