import type { CachedResponse } from "@knowhow/ui/client/responseCache.ts";
import { activeUserId } from "@knowhow/ui/client/activeUser.ts";
import type { DraftRow } from "@knowhow/ui/device/drafts/draft.ts";
import type { Job } from "@knowhow/ui/device/jobs/job.ts";
import { staffTexts } from "@knowhow/ui/device/texts/staffTexts.ts";
import { Dexie, type EntityTable, type Table } from "dexie";
import type { SealedBytes } from "./cipher.ts";
import { databasePrefix } from "./databaseName.ts";
import type { VaultFile, VaultPart, VaultPlan, VaultText } from "./vault/vaultRows.ts";

/** A slice of a file of a draft: written once, never changed. */
export interface DraftPart {
  /** The draft under which it was written. */
  draftId: string;
  key: string;
  index: number;
  bytes: Blob;
}

/** The tables of a user's unsent input. */
export const unsentTables = ["jobs", "texts", "drafts", "draftParts"] as const;

/** A row of one of these tables, sealed until the next sign-in of its user. */
export interface SealedRow {
  /** Ascending in the order of sealing. */
  id: number;
  table: (typeof unsentTables)[number];
  /** The key pair whose private half opens it. */
  keyId: string;
  /** The sealer's public key, which opening needs beside the user's key. */
  origin: ArrayBuffer;
  row: SealedBytes;
  /** The slice of a file, apart from the row that names its draft. */
  part?: SealedBytes;
  /** 1 where a sign-in sends it: the number of these is shown before the sign-in. */
  isWaiting: 0 | 1;
}

/** The database of the device for one user. */
export type PersonDatabase = Dexie & {
  jobs: EntityTable<Job, "id">;
  /** Answers of the server, by the address that they were fetched from. */
  answers: EntityTable<CachedResponse & { address: string }, "address">;
  /** Typed text that was not sent. */
  texts: EntityTable<{ name: string; value: unknown }, "name">;
  /** Drafts; the bytes of their files are apart, since a row is written whole with each change. */
  drafts: EntityTable<DraftRow, "id">;
  draftParts: Table<DraftPart, [string, string, number]>;
  sealed: EntityTable<SealedRow, "id">;
  /** Bought files that are kept on the device; their bytes are apart, and encrypted. */
  vaultFiles: EntityTable<VaultFile, "id">;
  vaultParts: Table<VaultPart, [string, number]>;
  /** Their text for the search, heads and the last views of their reader: encrypted like them. */
  vaultTexts: EntityTable<VaultText, "id">;
  /** The key of these bytes, which never leaves the browser. */
  vaultKeys: EntityTable<{ name: string; key: CryptoKey }, "name">;
  /** The wish to keep all of them, which stays when they go with a session. */
  vaultPlans: EntityTable<VaultPlan, "name">;
};

/** The tables of bought files. */
const vaultTables = ["vaultFiles", "vaultParts", "vaultTexts", "vaultKeys"] as const;

/** The prefix of the tabs' locks and messages about a user's drafts. */
export const draftsName = (personId: string): string => `knowhow-drafts:${personId}`;

const opened = new Map<string, PersonDatabase>();

/** Thrown to the holder of a database that has been deleted since. */
class ErasedError extends Error {
  override readonly name = "ErasedError";
  constructor() {
    super("What the device kept for this person has been deleted.");
  }
}

/** The last deletion of a database that this page knows of; `at` in milliseconds. */
const erased = new Map<string, { at: number }>();
const settleMs = 10_000;
const noteErased = (personId: string): void => {
  erased.set(personId, { at: Date.now() });
};
/** Whether late writes would recreate a deleted database; its user, back or still here under a ban, may do so. */
const isJustErased = (personId: string): boolean =>
  activeUserId() !== personId && Date.now() - (erased.get(personId)?.at ?? -Infinity) < settleMs;

/** The database of a user on this device; the same object each time. */
export const databaseOf = (personId: string): PersonDatabase => {
  const known = opened.get(personId);
  if (known) return known;
  if (isJustErased(personId)) throw new ErasedError();
  // Its tables are declared below. Rows are shown only once they are stored, so the library's cache is off.
  const database = new Dexie(databasePrefix + personId, { cache: "disabled" }) as PersonDatabase;
  // Above the eight versions from before the first release: a device with one of them is upgraded with the rows of these
  // tables. The library deletes a table that is not named, which is the one of acts before there were jobs.
  database
    .version(9)
    .stores({
      jobs: "id, createdAt",
      answers: "address, keptAt",
      texts: "name",
      drafts: "id",
      draftParts: "[draftId+key+index]",
      sealed: "++id, table, isWaiting, keyId",
    })
    .upgrade(async (upgrade) => {
      await upgrade
        .table("sealed")
        .filter(({ table }) => !(unsentTables as readonly string[]).includes(table as string))
        .delete();
    });
  database.version(10).stores({ vaultFiles: "id", vaultParts: "[id+index]", vaultKeys: "name" });
  database.version(11).stores({ vaultTexts: "id", vaultPlans: "name" });
  // Another tab deletes it, or has a newer version: the next caller opens it again.
  database.on("versionchange", ({ newVersion }) => {
    // Without a new version it is being deleted.
    if (newVersion === null) noteErased(personId);
    database.close();
    opened.delete(personId);
    // The library's own handler would let this object open, and so create, the database again at its next use.
    return false;
  });
  opened.set(personId, database);
  return database;
};

/**
 * The database of a user for one holder, called for each use since another tab may bring a newer version. Once any tab
 * has deleted it, the holder is refused while its user is signed out: a late answer recreates nothing.
 */
export const holdDatabase = (personId: string): (() => PersonDatabase) => {
  const before = erased.get(personId);
  return () => {
    if (erased.get(personId) !== before && activeUserId() !== personId) throw new ErasedError();
    return databaseOf(personId);
  };
};

/** Keys of slices that belong to no draft's files; no bytes are read. */
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

/**
 * Deletes the pictures that the device keeps, previews for buyers among them, with the worker's timestamps of them,
 * which the library stores by address.
 */
const erasePictures = async (): Promise<void> => {
  if ("caches" in globalThis) await caches.delete(imageCache);
  // Opened in its present version: the worker goes on using it.
  const notes = new Dexie("workbox-expiration");
  try {
    await notes.open();
    await notes.table("cache-entries").where("cacheName").equals(imageCache).delete();
  } catch (error) {
    // The database does not exist before the first picture.
    if (!(error instanceof Dexie.NoSuchDatabaseError)) throw error;
  } finally {
    notes.close();
  }
};

/** Deletes all that the device keeps for a user. */
export const eraseDatabase = async (personId: string): Promise<void> => {
  noteErased(personId);
  opened.get(personId)?.close();
  opened.delete(personId);
  await Dexie.delete(databasePrefix + personId);
  await erasePictures();
};

/**
 * Deletes the answers and bought files that the device keeps for a user, which the server has, and an administrator's
 * unsent texts about cases; other unsent input stays.
 */
export const eraseReading = async (personId: string): Promise<void> => {
  const base = databaseOf(personId);
  const { answers, texts } = base;
  await texts
    .where("name")
    .startsWithAnyOf([...staffTexts])
    .delete();
  for (const name of vaultTables) await base.table(name).clear();
  // Pictures of the next user must not be deleted with those of the last.
  if ((await answers.count()) === 0) return;
  await erasePictures();
  await answers.clear();
};

/** The users for whom unsealed rows were written, by the library's event about a change in any tab. */
export const readWriters = (parts: object): string[] =>
  Object.keys(parts).flatMap((part) => /^idb:\/\/knowhow:([^/]+)\/(?!sealed\/)/.exec(part)?.[1] ?? []);

/** The ids of all users with a database on the device. */
export const personsKept = async (): Promise<string[]> =>
  (await Dexie.getDatabaseNames())
    .filter((name) => name.startsWith(databasePrefix))
    .map((name) => name.slice(databasePrefix.length));
