import type { Deps } from "../deps.ts";
import { keyOf } from "./StoredObject.ts";

/** Where the bytes of an object in use are stored; undefined when there is no such object in use. */
export const findKeyInUse = async ({ pool }: Pick<Deps, "pool">, id: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ copy: string | null }>({
    name: "object_in_use",
    text: "select copy from objects where id = $1 and attached_at is not null",
    values: [id],
  });
  return rows[0] && keyOf(id, rows[0].copy);
};
