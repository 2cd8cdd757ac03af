import { AppError, maxVersionsADay, type ContentVersion } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { isoSql } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";
import { givesAccessSql, isBoughtSql } from "../orders/policy.ts";
import type { ContentAccess } from "./access.ts";
import type { Content } from "./Content.ts";
import type { ContentViewer } from "./policy.ts";
import { tellingKey, waitSql } from "./tellVersion.ts";

/** The files of a content or of one of its versions. */
type Files = Pick<ContentAccess, "fileUrls" | "fileNames">;

// The content as it stands, under its row lock. An order that is being paid may have its time already, unseen from here.
const firstSql = /* sql */ `
  insert into content_versions (content_id, number, file_urls, file_names, created_at)
  select c.id, 1, c.file_urls, coalesce(c.file_names, '{}'), c.upload_time from contents c
  where c.id = :id and not exists (select from content_versions v where v.content_id = c.id)
    and exists (select from orders o where o.content_id = c.id and (o.paid_at is not null or o.status = 'confirming'))`;

// A purchase that began later may be complete already: it was of the version before.
const nextSql = /* sql */ `
  insert into content_versions (content_id, number, note, file_urls, file_names, created_at)
  select v.content_id, max(v.number) + 1, :note, :fileUrls, :fileNames,
         greatest(app_now(), max(v.created_at) + interval '1 millisecond',
                  (select max(o.paid_at) + interval '1 millisecond' from orders o where o.content_id = :id))
  from content_versions v where v.content_id = :id group by v.content_id
  returning number`;

const renameSql = /* sql */ `
  update content_versions set file_urls = :fileUrls, file_names = :fileNames
  where content_id = :id and number = (select max(number) from content_versions where content_id = :id)`;

const countSql = /* sql */ `
  select count(*)::int as count from content_versions
  where content_id = :id and number > 1 and created_at > app_now() - interval '1 day'`;

/** Fails with TOO_MANY where a content had its versions of a day: each is kept for as long as the content is. */
const checkCount = async (trx: Trx, id: string): Promise<void> => {
  const { rows } = await trx.raw<{ rows: { count: number }[] }>(countSql, { id });
  if ((rows[0]?.count ?? 0) >= maxVersionsADay)
    throw new AppError("TOO_MANY", {
      message: `판매한 파일은 하루에 ${maxVersionsADay}번까지 바꿀 수 있습니다. 내일 다시 시도해주세요.`,
    });
};

/**
 * Keeps the files of a content that has been sold before an edit changes them, and the new ones as its next version; its
 * buyers are told. Before the first sale nothing is kept. Other names, or another order, make no version.
 */
export const keepVersions = async (
  { addJob }: Pick<Deps, "addJob">,
  trx: Trx,
  { content, files, note }: { content: Content; files: Files; note: string | null | undefined },
): Promise<void> => {
  const values = { id: content.id, fileUrls: files.fileUrls, fileNames: files.fileNames };
  const isSame = JSON.stringify(content.fileUrls.toSorted()) === JSON.stringify(files.fileUrls.toSorted());
  if (isSame) {
    await trx.raw(renameSql, values);
    return;
  }
  await checkCount(trx, content.id);
  await trx.raw(firstSql, { id: content.id });
  const { rows } = await trx.raw<{ rows: { number: number }[] }>(nextSql, { ...values, note: note ?? null });
  for (const { number } of rows) {
    const version = { contentId: content.id, number };
    const { rows: waits } = await trx.raw<{ rows: { seconds: number }[] }>(waitSql, version);
    // Of the waiting jobs of a content there is one, which tells of its newest version.
    const options = { afterSeconds: waits[0]?.seconds ?? 0, key: tellingKey(content.id) };
    await addJob(trx, "newVersion", version, options);
  }
};

// One that was never changed after a sale has its only version in its own row.
const allSql = /* sql */ `
  (select number, note, created_at, file_urls, file_names from content_versions where content_id = $1
   union all
   select 1, null, c.upload_time, c.file_urls, coalesce(c.file_names, '{}') from contents c
   where c.id = $1 and not exists (select from content_versions where content_id = $1))`;

/** Buyers have the version of their purchase, and every later one; the seller and administrators have all. */
const isOpenSql = /* sql */ `
  ($3::boolean or ${isBoughtSql({ contentId: "$1", number: "v.number", buyerId: "$2" })})`;

type Access = Pick<ContentAccess, "id" | "isOwner" | "isAdmin" | "unseenVersion">;

const valuesOf = ({ id, isOwner, isAdmin }: Access, viewer: ContentViewer): unknown[] => [
  id,
  viewer.id,
  isOwner || isAdmin,
];

/** The versions that a viewer may download, the newest first. */
export const findVersions = async (
  pool: Deps["pool"],
  access: Access,
  viewer: ContentViewer,
): Promise<ContentVersion[]> => {
  const { rows } = await pool.query<ContentVersion>({
    name: "content_versions",
    text: /* sql */ `
      select v.number, v.note, ${isoSql("v.created_at")} as at, v.file_names as "fileNames"
      from ${allSql} v where ${isOpenSql} order by v.number desc`,
    values: valuesOf(access, viewer),
  });
  return rows;
};

/** The files of the newest version, or of the asked one; NOT_FOUND where the viewer may not download it. */
export const findFiles = async (
  pool: Deps["pool"],
  access: Access & Files,
  viewer: ContentViewer,
  version: string | undefined,
): Promise<Files> => {
  if (version === undefined) return access;
  if (!/^[1-9]\d{0,8}$/.test(version)) throw new AppError("NOT_FOUND");
  const { rows } = await pool.query<Files>({
    name: "content_version",
    text: /* sql */ `
      select v.file_urls as "fileUrls", v.file_names as "fileNames"
      from ${allSql} v where ${isOpenSql} and v.number = $4`,
    values: [...valuesOf(access, viewer), Number(version)],
  });
  const [files] = rows;
  if (!files) throw new AppError("NOT_FOUND");
  return files;
};

/** Notes that a buyer has seen the version that was new to them when `access` was read. */
export const markVersionSeen = async (
  pool: Deps["pool"],
  { id, unseenVersion }: Access,
  viewer: ContentViewer,
): Promise<void> => {
  if (unseenVersion === null) return;
  await pool.query({
    name: "content_version_seen",
    text: /* sql */ `
      update orders o set seen_version = greatest(o.seen_version, $3)
      where o.buyer_id = $1 and o.content_id = $2 and ${givesAccessSql("o")}`,
    values: [viewer.id, id, unseenVersion],
  });
};
