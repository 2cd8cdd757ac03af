import { uploadsPath } from "@knowhow/shared";
import type { Deps } from "../deps.ts";
import { keyOf, StoredObject } from "./StoredObject.ts";

const keptDays = 7;
const atOnce = 200;

/**
 * Objects that nothing refers to, a week after their upload. What somebody may have bought is kept: of a seller with
 * sales everything that ever was in use, but not former profile images.
 */
const looseSql = /* sql */ `
  select o.id from objects o
  where o.created_at <= app_now() - interval '${keptDays} days'
    and (o.attached_at is null or (
      not exists (select from users u where u.id = o.owner_id and u.profile_image_url = '${uploadsPath}' || o.id)
      and not exists (select from contents c where c.seller_id = o.owner_id
                      and '${uploadsPath}' || o.id = any (c.file_urls || coalesce(c.preview_image_urls, '{}')))
      and (o.kind = 'profile' or not exists (select from orders s where s.seller_id = o.owner_id and s.paid_at is not null))))
  order by o.created_at limit ${atOnce} for update of o skip locked`;

/** Deletes objects that nothing refers to, with their bytes; gives how many. */
export const removeLoose = ({ knex, storage }: Pick<Deps, "knex" | "storage">): Promise<number> =>
  StoredObject.transaction(knex, async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(looseSql);
    for (const { id } of rows) {
      // The bytes first: were the rows gone and the bytes not, nobody would ever look for them.
      await storage.remove(keyOf(id));
      await storage.remove(`derived/${id}`);
    }
    const ids = rows.map(({ id }) => id);
    return ids.length === 0 ? 0 : StoredObject.query(trx).delete().whereIn("id", ids);
  });
