import { AppError, uploadLimits, type ObjectKind } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import type { Deps } from "../deps.ts";
import { judgeFile } from "../documents/judge.ts";
import { createGate } from "../http/gate.ts";
import { storedBytes } from "../documents/byteSource.ts";
import { arrivalKeyOf, idOf, keyOf, type Judged } from "./StoredObject.ts";
import type { StoredBytes } from "./storage.ts";

type Parts = Pick<Deps, "pool" | "storage" | "log">;

/** An upload that is to be taken into use. */
export interface Wish {
  path: string;
  kind: ObjectKind;
}

/** Judgements of uploads by the objects' ids: of those too large for their kinds only the size. */
export type Judgements = ReadonlyMap<string, Judged | { size: number; mark: string }>;

/** Judging reads bytes and keeps a processor busy: of each person little at a time, so that others find a place. */
const perPerson = 2;
const gate = createGate({ atOnce: 8, perPerson, waiting: 60, waitingPerPerson: 12, waitMs: 20_000 });
/** Bytes that are replaced while they are judged are judged again, and not for ever. */
const maxTurns = 3;
const judging = new Map<string, Promise<Judged | undefined>>();

interface Row {
  owner_id: string;
  is_attached: boolean;
  judged: Judged | null;
}

const readRow = async ({ pool }: Parts, id: string): Promise<Row | undefined> => {
  const { rows } = await pool.query<Row>({
    name: "object_judged",
    text: "select owner_id, attached_at is not null as is_attached, judged from objects where id = $1",
    values: [id],
  });
  return rows[0];
};

const drop = async ({ storage, log }: Parts, id: string, copy: string | null): Promise<void> => {
  if (copy === null) return;
  try {
    await storage.remove(keyOf(id, copy));
  } catch (error) {
    // A copy that is left goes with its object.
    log.warn({ err: error, objectId: id }, "a copy that serves nothing could not be removed");
  }
};

/**
 * Stores a judgement, unless these bytes were judged before or the object is in use by now; gives the one that counts.
 */
const keep = async (parts: Parts, id: string, found: Judged): Promise<Judged> => {
  const { rows } = await parts.pool.query<{ before: Judged | null; is_kept: boolean }>(
    `with known as (select id, judged from objects where id = $1 and attached_at is null for no key update),
          kept as (update objects o set judged = $2 from known
                   where o.id = known.id and known.judged ->> 'mark' is distinct from $3 returning o.id)
     select known.judged as before, exists (select from kept) as is_kept from known`,
    [id, JSON.stringify(found), found.mark],
  );
  const [row] = rows;
  if (row?.is_kept) await drop(parts, id, row.before?.copy ?? null);
  else await drop(parts, id, found.copy);
  return row && !row.is_kept && row.before ? row.before : found;
};

const judge = async (parts: Parts, id: string): Promise<Judged | undefined> => {
  const { storage } = parts;
  const copy = randomUUID();
  const key = keyOf(id, copy);
  // Copied first and judged after: later bytes at the upload's address do not reach the judged copy.
  const copied = await storage.copy(arrivalKeyOf(id), key);
  if (!copied) return undefined;
  try {
    const { extension, trouble, picture } = await judgeFile(storedBytes(storage, key, copied.size));
    const isRefused = extension === undefined || trouble !== undefined || picture !== undefined;
    if (isRefused) await drop(parts, id, copy);
    return {
      ...copied,
      copy: isRefused ? null : copy,
      extension: extension ?? null,
      trouble: trouble ?? null,
      picture: picture ?? null,
    };
  } catch (error) {
    await drop(parts, id, copy);
    throw error;
  }
};

/** One judging of the same bytes, however many ask. */
const judgeOnce = (
  parts: Parts,
  userId: string,
  id: string,
  { mark }: StoredBytes,
): Promise<Judged | undefined> => {
  const name = `${id} ${mark}`;
  const known = judging.get(name);
  if (known) return known;
  const work = gate
    .pass(userId, async () => {
      const found = await judge(parts, id);
      return found && keep(parts, id, found);
    })
    .finally(() => judging.delete(name));
  judging.set(name, work);
  return work;
};

const judgeUpload = async (parts: Parts, userId: string, id: string, limit: number) => {
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const row = await readRow(parts, id);
    if (row?.owner_id !== userId || row.is_attached) return undefined;
    const arrived = await parts.storage.stat(arrivalKeyOf(id));
    if (!arrived || arrived.size === 0) return undefined;
    if (row.judged?.mark === arrived.mark) return row.judged;
    if (arrived.size > limit) return arrived;
    const found = await judgeOnce(parts, userId, id, arrived);
    if (found?.mark === arrived.mark) return found;
  }
  throw new AppError("UNAVAILABLE", { retryAfter: 1 });
};

/**
 * Judges this person's uploads, outside of any transaction. A judgement stays with the object, a refusal too, so that
 * asking again about the same bytes costs one look at the store. Objects in use, of other people, or without bytes are
 * left out. UNAVAILABLE when too many others are being judged.
 */
export const judgeUploads = async (
  parts: Parts,
  userId: string,
  wishes: readonly Wish[],
): Promise<Judgements> => {
  const limits = new Map<string, number>();
  for (const { path, kind } of wishes) {
    const id = idOf(path);
    if (id !== undefined) limits.set(id, Math.max(limits.get(id) ?? 0, uploadLimits[kind]));
  }
  const found = new Map<string, Judged | StoredBytes>();
  // No more than find a place at once: a call does not wait behind itself.
  await pLimit(perPerson).map(limits, async ([id, limit]) => {
    const judged = await judgeUpload(parts, userId, id, limit);
    if (judged) found.set(id, judged);
  });
  return found;
};
