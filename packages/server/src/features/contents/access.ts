import { AppError } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { givesAccessSql, unseenVersionSql } from "../orders/policy.ts";
import { canSee, type ContentViewer, type Visibility } from "./policy.ts";

/** The part of a content that files, likes and comments need, with the viewer's access. */
export interface ContentAccess extends Visibility {
  id: string;
  sellerId: string;
  price: number;
  fileUrls: string[];
  fileNames: string[];
  previews: string[];
  likesCount: number;
  hasLiked: boolean;
  /** The number of a version that came after the viewer's purchase and that they have not seen. */
  unseenVersion: number | null;
}

interface Row {
  id: string;
  seller_id: string;
  price: number;
  is_public: boolean;
  file_urls: string[];
  file_names: string[] | null;
  preview_image_urls: string[] | null;
  likes_count: number;
  has_purchased: boolean;
  has_liked: boolean;
  unseen_version: number | null;
}

const statement = {
  name: "content_access",
  text: /* sql */ `
    select c.id, c.seller_id, c.price, c.is_listed or c.is_paused as is_public, c.file_urls, c.file_names, c.preview_image_urls, c.likes_count,
           exists (select from orders o
                   where o.buyer_id = $2 and o.content_id = c.id and ${givesAccessSql("o")}) as has_purchased,
           exists (select from content_likes l where l.user_id = $2 and l.content_id = c.id) as has_liked,
           (select ${unseenVersionSql("o")} from orders o
            where o.buyer_id = $2 and o.content_id = c.id and ${givesAccessSql("o")}) as unseen_version
    from contents c where c.id = $1`,
};

/** Reads a content with a user's access; NOT_FOUND when it does not exist for them. */
export const accessContent = async (
  { pool }: Pick<Deps, "pool">,
  contentId: string,
  viewer: ContentViewer | undefined,
): Promise<ContentAccess> => {
  const { rows } = await pool.query<Row>({ ...statement, values: [contentId, viewer?.id ?? null] });
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND");
  const access: ContentAccess = {
    id: row.id,
    sellerId: row.seller_id,
    price: row.price,
    isPublic: row.is_public,
    isOwner: row.seller_id === viewer?.id,
    isAdmin: viewer?.isAdmin ?? false,
    hasPurchased: row.has_purchased,
    hasLiked: row.has_liked,
    unseenVersion: row.unseen_version,
    fileUrls: row.file_urls,
    fileNames: row.file_names ?? [],
    previews: row.preview_image_urls ?? [],
    likesCount: row.likes_count,
  };
  if (!canSee(access)) throw new AppError("NOT_FOUND");
  return access;
};
