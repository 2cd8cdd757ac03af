import { Model } from "objection";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { emit } from "../../events/emit.ts";
import type { JobPayloads } from "../../jobs/jobs.ts";
import { givesAccessSql } from "../orders/policy.ts";

/** Rooms of one transaction: a content may have ten thousand buyers. */
const atOnce = 50;

// The message of a version has the version's id for its client id, so that a room gets it once, however often this runs.
const isToldSql = /* sql */ `
  exists (select from chat_messages m
          where m.chat_room_id = r.id and m.message_type = 'system' and m.client_id = v.id)`;

const lockSql = /* sql */ `
  select r.id from content_versions v
  join orders o on o.content_id = v.content_id and o.paid_at < v.created_at and ${givesAccessSql("o")}
  join chat_rooms r on r.order_id = o.id
  join users b on b.id = r.buyer_id and b.left_at is null
  where v.content_id = :contentId and v.number = :number and not ${isToldSql}
  order by r.id limit ${atOnce} for no key update of r`;

const tellSql = /* sql */ `
  with told as (
    insert into chat_messages (chat_room_id, sender_id, message, message_type, is_read, client_id)
    select r.id, null,
           '새 버전이 나왔어요. ‘' || c.title || '’ 버전 ' || v.number
             || coalesce(E'\\n멘토가 적은 바뀐 점: ' || v.note, '')
             || E'\\n전에 받던 버전도 콘텐츠 화면에서 계속 받을 수 있어요.',
           'system', 1, v.id
    from chat_rooms r, content_versions v join contents c on c.id = v.content_id
    where r.id = any(:ids) and v.content_id = :contentId and v.number = :number and not ${isToldSql}
    returning id, chat_room_id, created_at
  )
  update chat_rooms r
  set last_message_id = told.id, last_message_at = told.created_at, buyer_unread = r.buyer_unread + 1
  from told where r.id = told.chat_room_id
  returning r.id, r.buyer_id, r.seller_id, told.id as message_id`;

interface Told {
  id: string;
  buyer_id: string;
  seller_id: string;
  message_id: string;
}

/** Name of the one waiting job that tells of a content's versions, of the newest alone. */
export const tellingKey = (contentId: string): string => `newVersion ${contentId}`;

/** Seconds until buyers of a content `:contentId` may be told again: once a day, however often its files change. */
export const waitSql = /* sql */ `
  select coalesce(ceil(greatest(0, extract(epoch from max(told_at) + interval '1 day' - app_now()))), 0)::int as seconds
  from content_versions where content_id = :contentId and number <> :number`;

const beginSql = /* sql */ `
  update content_versions set told_at = app_now()
  where content_id = :contentId and number = :number and told_at is null`;

/** Puts the telling off. The content's lock keeps a later version from coming between: the newest is told of. */
const putOff = async (
  { addJob }: Pick<Deps, "addJob">,
  trx: Trx,
  { contentId, afterSeconds }: { contentId: string; afterSeconds: number },
): Promise<void> => {
  const { rows } = await trx.raw<{ rows: { number: number | null }[] }>(
    "select max(number) as number from content_versions where content_id = ?",
    [contentId],
  );
  const number = rows[0]?.number ?? null;
  if (number === null) return;
  await addJob(trx, "newVersion", { contentId, number }, { afterSeconds, key: tellingKey(contentId) });
};

/** Notes that its buyers are being told, one version after the other; where it is too early, later, and false. */
const begin = async (
  parts: Pick<Deps, "addJob">,
  trx: Trx,
  version: JobPayloads["newVersion"],
): Promise<boolean> => {
  await trx.raw("select from contents where id = ? for no key update", [version.contentId]);
  const { rows } = await trx.raw<{ rows: { seconds: number }[] }>(waitSql, version);
  const afterSeconds = rows[0]?.seconds ?? 0;
  if (afterSeconds === 0) await trx.raw(beginSql, version);
  else await putOff(parts, trx, { contentId: version.contentId, afterSeconds });
  return afterSeconds === 0;
};

const tellSome = async (trx: Trx, version: JobPayloads["newVersion"]): Promise<number> => {
  const { rows: rooms } = await trx.raw<{ rows: { id: string }[] }>(lockSql, version);
  if (rooms.length === 0) return 0;
  const ids = rooms.map(({ id }) => id);
  const { rows: told } = await trx.raw<{ rows: Told[] }>(tellSql, { ...version, ids });
  await emit(
    trx,
    told.map(({ id, buyer_id, seller_id, message_id }) => ({
      to: [buyer_id, seller_id],
      name: "message",
      data: { roomId: id, kind: "purchase", id: message_id },
    })),
  );
  return rooms.length;
};

/**
 * Tells everyone who bought a content before this version of it, in the room of their purchase; later where they were
 * told of another one within the day.
 */
export const tellVersion = async (
  { knex, addJob }: Pick<Deps, "knex" | "addJob">,
  version: JobPayloads["newVersion"],
): Promise<void> => {
  if (!(await Model.transaction(knex, (trx) => begin({ addJob }, trx, version)))) return;
  while ((await Model.transaction(knex, (trx) => tellSome(trx, version))) > 0);
};
