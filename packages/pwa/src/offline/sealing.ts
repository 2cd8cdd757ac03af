import { AppError } from "@knowhow/shared";
import { client } from "@knowhow/ui/client/client.ts";
import { activeUserId, noteSessionEnd } from "@knowhow/ui/client/activeUser.ts";
import { hasCode, HttpError } from "@knowhow/ui/components/failure.ts";
import { entriesOf, type DraftRow } from "@knowhow/ui/device/drafts/draft.ts";
import { heldDraft, heldFile } from "@knowhow/ui/device/drafts/held.ts";
import { countWaiting } from "@knowhow/ui/device/outbox/keptCount.ts";
import { toJob, type FormerAct } from "@knowhow/ui/device/jobs/job.ts";
import { setUnopenedPerson } from "@knowhow/ui/device/unopened.ts";
import type { Table } from "dexie";
import { createOpener, createSealer, type Sealer } from "./cipher.ts";
import {
  bringOver,
  databaseOf,
  draftsName,
  eraseDatabase,
  formerTable,
  loosePartsOf,
  unsentTables,
  type DraftPart,
  type PersonDatabase,
  type SealedRow,
} from "./database.ts";

/** Where the server gave no answer, it is asked for the key again so soon. */
const retryMs = 10_000;
/** Without the key by then, what is readable is shown and sent without the rest. */
const answerMs = 5_000;

const warn = (error: unknown): void => console.warn(error);

/** Puts a sealed row in the place of one that is readable: both in one go, so that a page may go at any time. */
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
    table: table.name as SealedRow["table"], // given below
    keyId,
    origin,
    row: await seal(new TextEncoder().encode(JSON.stringify(rest))),
    ...(bytes ? { part: await seal(await bytes.arrayBuffer()) } : {}),
    isWaiting: isWaiting(row) ? (1 as const) : (0 as const),
  };
  await base.transaction("rw", [table.name, base.sealed.name], async () => {
    const now = await table.get(key);
    // Changed or sealed by another tab meanwhile, or its person is back.
    if (JSON.stringify(now) !== JSON.stringify(row) || activeUserId() === personId) return;
    await base.sealed.add(sealed);
    await table.delete(key);
  });
};

/** Runs work unless some tab has the draft in its hands, or is still writing one of its files to the device. */
const runUnlessHeld = (personId: string, draft: DraftRow, work: () => Promise<void>): Promise<unknown> => {
  const writing = entriesOf(draft).filter(({ isKept, isMemoryOnly }) => !isKept && isMemoryOnly !== true);
  return [heldDraft(draft.id), ...writing.map(({ key }) => heldFile(key))].reduceRight<
    () => Promise<unknown>
  >(
    (run, name) => () =>
      navigator.locks.request(`${draftsName(personId)}:${name}`, { ifAvailable: true }, (lock) =>
        lock ? run() : undefined,
      ),
    work,
  )();
};

/**
 * Seals all that a person whose session has ended has not sent, row by row, by the public half of their key, so that the
 * device has nothing that opens it. Answers whether there was nothing left to be sealed; what is in some tab's hands, or
 * can not be sealed now, stays for the next time. Of who has left the service everything is deleted.
 */
export const sealUnsent = async (personId: string): Promise<boolean> => {
  const base = databaseOf(personId);
  const { jobs, texts, drafts, draftParts } = base;
  // A tab of an earlier release may have written there since the database was opened.
  await bringOver(base, personId);
  const counts = await Promise.all(unsentTables.map((name) => base.table(name).count()));
  // Ciphers and locks are for secure pages alone.
  if (!globalThis.isSecureContext || counts.every((count) => count === 0)) return true;
  const publicKey = await client.deviceKeys.get({ params: { userId: personId } }).catch((error: unknown) => {
    if (hasCode(error, "DEVICE_KEY_GONE")) return undefined;
    throw error;
  });
  if (!publicKey) {
    // The server says so of who has left for good, and of nobody else.
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
  // Before their bytes: nobody is to find a draft whose files are not there.
  for (const draft of await drafts.toArray())
    await runUnlessHeld(personId, draft, () =>
      sealRow(sealer, owner, drafts, draft.id, (row) => countWaiting([], [row]) > 0),
    ).catch(warn);
  for (const key of await loosePartsOf(base)) await sealRow(sealer, owner, draftParts, key).catch(warn);
  return false;
};

/** How much of what is sealed a sign-in of its person sends. */
export const countSealed = (personId: string): Promise<number> =>
  databaseOf(personId).sealed.where("isWaiting").equals(1).count();

type Opener = Awaited<ReturnType<typeof createOpener>>;

/** What was sealed before there were jobs is one of them when it is opened. */
const asKeptToday = (personId: string, table: SealedRow["table"], row: object) =>
  // As it was sealed below its table's name.
  table === formerTable ? { table: "jobs", row: toJob(personId, row as FormerAct) } : { table, row };

/** Puts back what the keys open while its person is here; what is there under the same name was written since. */
const openRows = async (personId: string, openers: ReadonlyMap<string, Opener>): Promise<void> => {
  const base = databaseOf(personId);
  const { sealed } = base;
  const read = async ({ keyId, origin, row, part }: SealedRow) => {
    const open = openers.get(keyId);
    if (!open) return undefined;
    const rest = JSON.parse(new TextDecoder().decode(await open(origin, row))) as object; // as it was sealed above
    return part ? { ...rest, bytes: new Blob([await open(origin, part)]) } : rest;
  };
  const openAll = async (rows: readonly SealedRow[]): Promise<void> => {
    const opened: { id: number; table: string; row: object }[] = [];
    for (const one of rows) {
      // What does not open stays as it is.
      const row = await read(one).catch(warn);
      if (row) opened.push({ id: one.id, ...asKeptToday(personId, one.table, row) });
    }
    await base.transaction("rw", [sealed, ...unsentTables], async () => {
      if (activeUserId() !== personId) return;
      for (const { id, table, row } of opened) {
        // Another tab was first, and what it put back may be sent by now.
        if ((await sealed.where("id").equals(id).count()) === 0) continue;
        await base
          .table(table)
          .add(row)
          .catch("ConstraintError", () => undefined);
        await sealed.delete(id);
      }
    });
  };
  // Bytes one slice at a time, and before the drafts that they belong to; all the rest at once, the newest first.
  for (const id of await sealed.where("table").equals("draftParts").primaryKeys())
    await openAll(await sealed.where("id").equals(id).toArray());
  await openAll(await sealed.where("table").notEqual("draftParts").reverse().sortBy("id"));
};

/** Deletes what no key opens any more, and has its person told. */
const dropSealed = async (personId: string, keyId: string): Promise<void> => {
  if (activeUserId() !== personId) return;
  const count = await databaseOf(personId).sealed.where("keyId").equals(keyId).delete();
  // Of two tabs one tells it.
  if (count > 0) setUnopenedPerson(personId);
};

/** Whether the same question would be answered in the same way again. */
const isRefusal = (error: unknown): boolean =>
  (error instanceof AppError || error instanceof HttpError) &&
  error.status < 500 &&
  ![408, 429].includes(error.status);

/** Whose keys are asked for again soon, and not before. */
const retrying = new Set<string>();
const listeners = new Set<(personId: string) => void>();

/** Calls back when what was sealed of a person can be read. */
export const onSealedOpened = (listener: (personId: string) => void): void => {
  listeners.add(listener);
};

const openUnsent = async (personId: string): Promise<void> => {
  if (activeUserId() !== personId) return;
  try {
    const openers = new Map<string, Opener>();
    for (const keyId of (await databaseOf(personId).sealed.orderBy("keyId").uniqueKeys()).map(String))
      try {
        const options = { personId, sanctionIsFailure: true, signal: AbortSignal.timeout(answerMs) };
        openers.set(keyId, await createOpener(await client.deviceKeys.open({ body: { keyId } }, options)));
      } catch (error) {
        warn(error);
        if (hasCode(error, "DEVICE_KEY_GONE")) await dropSealed(personId, keyId);
        if (isRefusal(error)) continue;
        // Nothing goes before what was said earlier: all waits for all keys.
        retrying.add(personId);
        setTimeout(() => {
          retrying.delete(personId);
          void openSealed(personId);
        }, retryMs);
        return;
      }
    if (openers.size === 0) return;
    await openRows(personId, openers);
    for (const listener of listeners) listener(personId);
  } catch (error) {
    // A browser that keeps nothing, or has no room: what is sealed stays so until the next start.
    warn(error);
  }
};

const opening = new Map<string, Promise<void>>();

/**
 * Tries once to open what was sealed of the signed-in person, by keys that the server gives nobody else. Where it gives
 * no answer, the rest comes later and nobody waits for it; where it refuses, what is sealed stays so; what was sealed
 * under a key that it no longer has is deleted.
 */
export const openSealed = (personId: string): Promise<void> => {
  const known = opening.get(personId);
  if (known) return known;
  if (retrying.has(personId)) return Promise.resolve();
  const next = openUnsent(personId).finally(() => opening.delete(personId));
  opening.set(personId, next);
  return next;
};
