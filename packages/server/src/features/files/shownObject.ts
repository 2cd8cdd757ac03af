import { AppError } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Viewer } from "../../http/state.ts";
import { kindByHead, kindHeadSize } from "../../documents/fileKind.ts";
import { givesAccessSql } from "../orders/policy.ts";
import { storedBytes } from "../../documents/byteSource.ts";
import { cleanCopy } from "./cleanCopy.ts";
import { isImageType, mimeOf } from "../../documents/fileType.ts";
import { arrivalKeyOf, keyOf, pathOf } from "../../storage/StoredObject.ts";

interface Row {
  owner_id: string;
  extension: string | null;
  copy: string | null;
  is_attached: boolean;
  is_profile: boolean;
  is_preview: boolean;
  has_purchased: boolean;
}

const statement = {
  name: "shown_object",
  text: /* sql */ `
    select o.owner_id, o.extension, o.copy, o.attached_at is not null as is_attached,
           exists (select from users u where u.id = o.owner_id and u.profile_image_url = $2) as is_profile,
           exists (select from contents c where c.preview_image_urls @> array[$2]) as is_preview,
           exists (select from contents c join orders b on b.content_id = c.id
                   where c.preview_image_urls @> array[$2] and b.buyer_id = $3
                     and ${givesAccessSql("b")}) as has_purchased
    from objects o where o.id = $1`,
};

/** An image as `/objects/…` serves it. */
export interface ShownObject {
  key: string;
  size: number;
  type: string;
  etag: string;
  cacheControl: string;
}

/**
 * Finds the image behind an `/objects/…` address for a viewer: profile images for all, previews for owner, buyers and
 * administrators, one not yet in use for its owner. Files are never shown.
 */
export const findShown = async (
  deps: Pick<Deps, "pool" | "storage" | "log">,
  id: string,
  viewer: Pick<Viewer, "id" | "isAdmin"> | undefined,
): Promise<ShownObject> => {
  const { rows } = await deps.pool.query<Row>({ ...statement, values: [id, pathOf(id), viewer?.id ?? null] });
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND");
  const isOwner = row.owner_id === viewer?.id;
  const key = row.is_attached ? keyOf(id, row.copy) : arrivalKeyOf(id);
  const found = await deps.storage.stat(key);
  if (!found) throw new AppError("NOT_FOUND");
  const type =
    row.extension ??
    (await kindByHead(await storedBytes(deps.storage, key, found.size).read(0, kindHeadSize)));
  if (type === undefined || !isImageType(type)) throw new AppError("NOT_FOUND");
  if (!row.is_profile && !isOwner && !row.has_purchased && !(row.is_preview && viewer?.isAdmin)) {
    throw new AppError(row.is_preview ? "PURCHASE_REQUIRED" : "NOT_FOUND");
  }
  const original = { key, size: found.size };
  const copy = row.is_attached ? await cleanCopy(deps, id, type, original) : original;
  return {
    ...copy,
    type: mimeOf(type),
    etag: id,
    // A profile image may be withdrawn, so its copies expire; bytes not yet in use may still change.
    cacheControl: !row.is_attached
      ? "no-store"
      : row.is_profile
        ? "public, max-age=3600"
        : "private, no-cache",
  };
};
