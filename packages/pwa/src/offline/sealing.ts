import { client } from "@knowhow/ui/client/client.ts";
import { activeUserId, noteSessionEnd } from "@knowhow/ui/client/activeUser.ts";
import { createSignal } from "@knowhow/ui/client/signal.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { entriesOf, heldDraft, heldFile, type DraftRow } from "@knowhow/ui/device/drafts/draft.ts";
import { endsSession, isRefusal } from "@knowhow/ui/device/jobs/classifyFailure.ts";
import { countWaiting } from "@knowhow/ui/device/outbox/keptCount.ts";
import { tellUnopened } from "@knowhow/ui/device/tellUnopened.ts";
import type { Table } from "dexie";
import { createOpener, createSealer, type Sealer } from "./cipher.ts";
import {
  databaseOf,
  draftsName,
  eraseDatabase,
  loosePartsOf,
  unsentTables,
  type DraftPart,
  type PersonDatabase,
  type SealedRow,
} from "./database.ts";
import { runUnlessHeld } from "./laneLocks.ts";

/** Delay before the server is asked for the key again after no answer. */
const retryMs = 10_000;
/** Without the key by then, unsealed rows are shown and sent without the rest. */
const answerMs = 5_000;

const warn = (error: unknown): void => console.warn(error);

/** Replaces a plain row by a sealed one in one transaction, so that the page may go at any time. */
const sealRow = async <R extends object, K>(
  { keyId, origin, seal }: Sealer,
  { base, personId }: { base: PersonDatabase; personId: string },
  table: Pick<Table<R, K>, "name" | "get" | "delete">,
  key: K,
  isWaiting: (row: R) => boolean = () => false,
): Promise<void> => {
  const row = await table.get(key);
  if (!row) return;
  // Only slices of files have bytes.
  const { bytes, ...rest }: R & Partial<Pick<DraftPart, "bytes">> = row;
  const sealed = {
    table: table.name as SealedRow["table"], // set by the callers below
    keyId,
    origin,
    row: await seal(new TextEncoder().encode(JSON.stringify(rest))),
    ...(bytes ? { part: await seal(await bytes.arrayBuffer()) } : {}),
    isWaiting: isWaiting(row) ? (1 as const) : (0 as const),
  };
  await base.transaction("rw", [table.name, base.sealed.name], async () => {
    const now = await table.get(key);
    // Changed or sealed by another tab meanwhile, or its user is back.
    if (JSON.stringify(now) !== JSON.stringify(row) || activeUserId() === personId) return;
    await base.sealed.add(sealed);
    await table.delete(key);
  });
};

/** Runs work unless a tab holds the draft, or is still writing one of its files to the device. */
const runUnlessInUse = (
  personId: string,
  draft: DraftRow,
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const writing = entriesOf(draft).filter(({ isKept, isMemoryOnly }) => !isKept && isMemoryOnly !== true);
  return [heldDraft(draft.id), ...writing.map(({ key }) => heldFile(key))].reduceRight(
    (run, name) => () => runUnlessHeld(`${draftsName(personId)}:${name}`, run),
    work,
  )();
};

/**
 * Seals the unsent rows of a user whose session has ended, one by one, by the public half of their key, so that the
 * device can not open them. Returns whether there was nothing left to be sealed; rows that a tab holds or that can not
 * be sealed now stay for the next time. For a deleted account everything is deleted.
 */
export const sealUnsent = async (personId: string): Promise<boolean> => {
  const base = databaseOf(personId);
  const { jobs, texts, drafts, draftParts } = base;
  const counts = await Promise.all(unsentTables.map((name) => base.table(name).count()));
  // Only secure pages have ciphers and locks.
  if (!globalThis.isSecureContext || counts.every((count) => count === 0)) return true;
  const publicKey = await client.deviceKeys.get({ params: { userId: personId } }).catch((error: unknown) => {
    if (hasCode(error, "DEVICE_KEY_GONE")) return undefined;
    throw error;
  });
  if (!publicKey) {
    // The server answers this for deleted accounts alone.
    if (activeUserId() === personId) return false;
    await eraseDatabase(personId);
    noteSessionEnd(personId, undefined);
    return true;
  }
  const sealer = await createSealer(publicKey);
  const owner = { base, personId };
  for (const id of await jobs.toCollection().primaryKeys())
    await sealRow(sealer, owner, jobs, id, (row) => countWaiting([row], []) > 0).catch(warn);
  for (const name of await texts.toCollection().primaryKeys())
    await sealRow(sealer, owner, texts, name).catch(warn);
  // Drafts before their bytes, so that there is never a readable draft without its files.
  for (const draft of await drafts.toArray())
    await runUnlessInUse(personId, draft, () =>
      sealRow(sealer, owner, drafts, draft.id, (row) => countWaiting([], [row]) > 0),
    ).catch(warn);
  for (const key of await loosePartsOf(base)) await sealRow(sealer, owner, draftParts, key).catch(warn);
  return false;
};

/** How many sealed rows a sign-in of their user sends. */
export const countSealed = (personId: string): Promise<number> =>
  databaseOf(personId).sealed.where("isWaiting").equals(1).count();

type Opener = Awaited<ReturnType<typeof createOpener>>;

/** Puts back the rows that the keys open while their user is here; a row with the same key is newer and stays. */
const openRows = async (personId: string, openers: ReadonlyMap<string, Opener>): Promise<void> => {
  const base = databaseOf(personId);
  const { sealed } = base;
  const read = async ({ keyId, origin, row, part }: SealedRow) => {
    const open = openers.get(keyId);
    if (!open) return undefined;
    const rest = JSON.parse(new TextDecoder().decode(await open(origin, row))) as object; // sealed above
    return part ? { ...rest, bytes: new Blob([await open(origin, part)]) } : rest;
  };
  const openAll = async (rows: readonly SealedRow[]): Promise<void> => {
    const opened: { id: number; table: string; row: object }[] = [];
    for (const one of rows) {
      // A row that does not open stays sealed.
      const row = await read(one).catch(warn);
      if (row) opened.push({ id: one.id, table: one.table, row });
    }
    await base.transaction("rw", [sealed, ...unsentTables], async () => {
      if (activeUserId() !== personId) return;
      for (const { id, table, row } of opened) {
        // Another tab was first, and the row that it put back may be sent by now.
        if ((await sealed.where("id").equals(id).count()) === 0) continue;
        await base
          .table(table)
          .add(row)
          .catch("ConstraintError", () => undefined);
        await sealed.delete(id);
      }
    });
  };
  // Bytes one slice at a time, and before their drafts; all other rows at once, the newest first.
  for (const id of await sealed.where("table").equals("draftParts").primaryKeys())
    await openAll(await sealed.where("id").equals(id).toArray());
  await openAll(await sealed.where("table").notEqual("draftParts").reverse().sortBy("id"));
};

/** Deletes rows that no key opens any more, and has their user told. */
const dropSealed = async (personId: string, keyId: string): Promise<void> => {
  if (activeUserId() !== personId) return;
  const count = await databaseOf(personId).sealed.where("keyId").equals(keyId).delete();
  // Only the tab that deleted the rows tells it.
  if (count > 0) tellUnopened(personId);
};

const sealedOpened = createSignal<[string]>();
/** Calls back when a user's sealed rows have been opened. */
export const onSealedOpened = sealedOpened.on;

/** Answers whether the server has answered for all keys: rows are sent in the order of writing, so all wait for all. */
const openUnsent = async (personId: string): Promise<boolean> => {
  if (activeUserId() !== personId) return true;
  try {
    const openers = new Map<string, Opener>();
    for (const keyId of (await databaseOf(personId).sealed.orderBy("keyId").uniqueKeys()).map(String))
      try {
        const options = { personId, sanctionIsFailure: true, signal: AbortSignal.timeout(answerMs) };
        openers.set(keyId, await createOpener(await client.deviceKeys.open({ body: { keyId } }, options)));
      } catch (error) {
        warn(error);
        if (hasCode(error, "DEVICE_KEY_GONE")) await dropSealed(personId, keyId);
        // A repeated request would get the same refusal.
        if (!isRefusal(error) && !endsSession(error)) return false;
      }
    if (openers.size === 0) return true;
    await openRows(personId, openers);
    sealedOpened.tell(personId);
  } catch (error) {
    // The browser has no storage or no room: sealed rows stay so until the next start.
    warn(error);
  }
  return true;
};

/** Tries under way, and those without an answer, until the next one. */
const opening = new Map<string, Promise<void>>();

/**
 * Tries once to open the signed-in user's sealed rows, by keys that the server gives only to them. Without an answer it
 * is tried again later, and no caller waits; after a refusal the rows stay sealed; rows under a key that the server no
 * longer has are deleted.
 */
export const openSealed = (personId: string): Promise<void> => {
  const tryOnce = async () => {
    const isAnswered = await openUnsent(personId);
    if (isAnswered) opening.delete(personId);
    else
      setTimeout(() => {
        opening.delete(personId);
        void openSealed(personId);
      }, retryMs);
  };
  const next = opening.get(personId) ?? tryOnce();
  opening.set(personId, next);
  return next;
};
