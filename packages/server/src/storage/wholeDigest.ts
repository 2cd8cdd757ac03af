import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../deps.ts";

/** Digests that are being taken, by the id of their object: those who ask meanwhile wait for the same one. */
const taking = new Map<string, Promise<Buffer>>();

const take = async ({ pool, storage }: Pick<Deps, "pool" | "storage">, id: string, key: string) => {
  const hash = createHash("sha256");
  await pipeline(await storage.open(key), hash);
  const digest = hash.digest();
  await pool.query("update objects set sha256 = $2 where id = $1", [id, digest]);
  return digest;
};

/** The SHA-256 of an object in use: its bytes are read once, since they never change. */
export const wholeDigestOf = async (
  deps: Pick<Deps, "pool" | "storage">,
  id: string,
  key: string,
): Promise<Buffer> => {
  const { rows } = await deps.pool.query<{ sha256: Buffer | null }>(
    "select sha256 from objects where id = $1",
    [id],
  );
  const known = rows[0]?.sha256;
  if (known) return known;
  const begun = taking.get(id) ?? take(deps, id, key).finally(() => taking.delete(id));
  taking.set(id, begun);
  return begun;
};
