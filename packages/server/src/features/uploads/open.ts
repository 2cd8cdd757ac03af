import { AppError, uploadLimits } from "@knowhow/shared";
import { uploadMetadata } from "@knowhow/shared/schemas.ts";
import type { InferType } from "yup";
import { appNow } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import { cleanFileName } from "../../documents/names.ts";
import { checkQuota } from "../files/quota.ts";
import { tooLarge } from "../../http/tooLarge.ts";
import { checkAnnounced } from "../../storage/uploadTypes.ts";
import { validate } from "../../http/validate.ts";
import { withBeforeTransaction } from "../../http/beforeTransaction.ts";
import { Upload } from "./Upload.ts";

type Parts = Pick<Deps, "knex" | "pool" | "storage">;

const readMetadata = async (metadata: Record<string, string | null>) => {
  // A key without a value counts as absent.
  const said = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
  const checked = await validate(uploadMetadata, said, []);
  return checked as InferType<typeof uploadMetadata>; // The schema's output type.
};

/** Opens an announced upload, with the refusals of an upload address. */
export const openUpload = async (
  parts: Parts,
  { id, ownerId, size, metadata }: { id: string; ownerId: string; size: number; metadata: Record<string, string | null> }, // oxfmt-ignore
): Promise<void> => {
  const { kind, filename = "", filetype } = await readMetadata(metadata);
  if (size === 0)
    throw new AppError("VALIDATION", { fields: { "Upload-Length": "빈 파일은 업로드할 수 없습니다." } });
  checkAnnounced(kind, { fileName: filename, contentType: filetype });
  const maxSize = uploadLimits[kind ?? "default"];
  if (size > maxSize) throw tooLarge(maxSize);
  await withBeforeTransaction((beforeTransaction) =>
    Upload.transaction(parts.knex, async (trx) => {
      await checkQuota(parts, trx, { ownerId, size }, beforeTransaction);
      await Upload.query(trx).insert({
        id,
        ownerId,
        kind: kind ?? null,
        fileName: cleanFileName(filename) || null,
        contentType: filetype ?? null,
        size,
      });
    }),
  );
};

/** This user's upload; another user's is not found. */
export const findResumableUpload = async (
  parts: Pick<Deps, "knex">,
  id: string,
  ownerId: string,
): Promise<Upload> => {
  const upload = await Upload.query(parts.knex).findById(id.toLowerCase()).where({ owner_id: ownerId });
  if (!upload) throw new AppError("NOT_FOUND");
  return upload;
};

/** Reserves quota for the arriving bytes: only an upload that goes on keeps its place in the quota. */
export const expectBytes = (parts: Parts, { id, ownerId, size }: Upload): Promise<void> =>
  withBeforeTransaction((beforeTransaction) =>
    Upload.transaction(parts.knex, async (trx) => {
      await checkQuota(parts, trx, { ownerId, size, but: id }, beforeTransaction);
      await Upload.query(trx).findById(id).patch({ lastByteAt: appNow() });
    }),
  );

/** Records the received bytes; returns the upload as it is now, unless it is deleted. */
export const noteBytes = async (
  { knex }: Pick<Deps, "knex">,
  { id, size }: Upload,
  received: number,
): Promise<Upload | undefined> => {
  const [noted] = await Upload.query(knex)
    .where({ id })
    .whereNull("object_id")
    .patch({ received: Math.min(received, size), lastByteAt: appNow() })
    .returning("*");
  return noted;
};
