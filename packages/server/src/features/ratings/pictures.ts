import { AppError, ratingPicturesPath, uploadsPath, type RatingForm } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { BeforeTransaction } from "../../http/beforeTransaction.ts";
import { attachImage } from "../../storage/attach.ts";
import { versionOf } from "../../storage/images.ts";
import { judgeUploads, type Judgements } from "../../storage/judgement.ts";
import { idOf, pathOf } from "../../storage/StoredObject.ts";

type Parts = Pick<Deps, "pool" | "storage" | "log"> & { beforeTransaction: BeforeTransaction };

/** Judges a person's pictures, outside of the transaction that asks for it. */
export type JudgePictures = (
  userId: string,
  pictures: readonly { objectPath: string }[],
) => Promise<Judgements>;

/** See JudgePictures. */
export const createPictureJudge =
  ({ beforeTransaction, ...parts }: Parts): JudgePictures =>
  (userId, pictures) => {
    const wishes = pictures.map(({ objectPath }) => ({ path: objectPath, kind: "rating" }) as const);
    return beforeTransaction("judgements", () => judgeUploads(parts, userId, wishes));
  };

/** Puts a form's pictures in the place of those that a locked rating has; without any said they stay. */
export const savePictures = async (
  trx: Trx,
  judge: JudgePictures,
  { id, userId, form: { pictures } }: { id: string; userId: string; form: RatingForm },
): Promise<void> => {
  if (pictures === undefined) return;
  const judgements = await judge(userId, pictures);
  const rows: { rating_id: string; position: number; object_id: string | undefined; alt: string | null }[] =
    [];
  for (const [position, { objectPath, alt }] of pictures.entries()) {
    try {
      const nameless = `${position + 1}번째 사진`;
      await attachImage(trx, judgements, { userId, path: objectPath, kind: "rating", nameless });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const { code, message } = error;
      throw new AppError(code, {
        message,
        fields: { pictures: message, [`pictures[${position}]`]: message },
      });
    }
    rows.push({ rating_id: id, position, object_id: idOf(objectPath), alt: alt ?? null });
  }
  await trx("rating_pictures").where({ rating_id: id }).delete();
  if (rows.length > 0) await trx("rating_pictures").insert(rows);
};

/** In SQL: the pictures of the rating `r`, in their order. */
export const picturesSql = /* sql */ `
  (select coalesce(json_agg(json_build_object('objectPath', '${uploadsPath}' || p.object_id, 'alt', p.alt)
            order by p.position), '[]')
   from rating_pictures p where p.rating_id = r.id)`;

/** The address of a rating's picture: it changes with the picture. */
export const pictureAddress = (ratingId: string, index: number, objectPath: string): string =>
  `${ratingPicturesPath}${ratingId}/${index}?v=${versionOf(objectPath, "full")}`;

/** A picture and its rating: where it belongs, and whether it was taken down. */
export interface FoundPicture {
  contentId: string;
  userId: string;
  isHidden: boolean;
  objectPath: string;
}

/** Finds a picture by its rating and its place. */
export const findPicture = async (
  { pool }: Pick<Deps, "pool">,
  ratingId: string,
  position: number,
): Promise<FoundPicture | undefined> => {
  const { rows } = await pool.query<Omit<FoundPicture, "objectPath"> & { objectId: string }>({
    name: "ratings_picture",
    text: `select r.content_id as "contentId", r.user_id as "userId", r.hidden_at is not null as "isHidden",
                  p.object_id as "objectId"
           from rating_pictures p join content_ratings r on r.id = p.rating_id
           where p.rating_id = $1 and p.position = $2`,
    values: [ratingId, position],
  });
  const [row] = rows;
  return row && { ...row, objectPath: pathOf(row.objectId) };
};
