import type { Deps } from "../../deps.ts";

/** A look continues across pauses between requests that are shorter than this. */
const sameLookMinutes = 10;
/** Precision of a look's end: a continuing look is written no more often. */
const exactMinutes = 1;

/** SQL that records a look: one row for each, however long it lasts. */
const lookSql = (table: string, columns: readonly (readonly [name: string, type: string])[]): string => {
  const given = columns.map(([, type], at) => `$${at + 1}::${type}`);
  const isSame = columns.map(([name], at) => `${name} is not distinct from ${given[at] ?? ""}`).join(" and ");
  return /* sql */ `
    with going as materialized (
      select id, last_read_at from ${table}
      where ${isSame} and last_read_at > app_now() - interval '${sameLookMinutes} minutes'
      order by last_read_at desc limit 1
    ), gone_on as (
      update ${table} set last_read_at = app_now()
      where id = (select id from going where last_read_at <= app_now() - interval '${exactMinutes} minutes')
    )
    insert into ${table} (${columns.map(([name]) => name).join(", ")})
    select ${given.join(", ")} where not exists (select from going)`;
};

const chatSql = lookSql("chat_audits", [
  ["admin_id", "uuid"],
  ["chat_room_id", "uuid"],
  ["report_id", "uuid"],
]);
const staffSql = lookSql("staff_audits", [
  ["admin_id", "uuid"],
  ["kind", "text"],
  ["user_id", "uuid"],
]);

const evidenceSql = lookSql("evidence_audits", [
  ["admin_id", "uuid"],
  ["report_id", "uuid"],
  ["part", "text"],
]);

/** Records that an administrator looked at a report's evidence, or at a picture or file of it. */
export const noteEvidence = async (
  { pool }: Pick<Deps, "pool">,
  { adminId, reportId, part }: { adminId: string; reportId: string; part: string },
): Promise<void> => {
  await pool.query({ name: "evidence_audit", text: evidenceSql, values: [adminId, reportId, part] });
};

/** Records that an administrator read a private conversation. */
export const noteReading = async (
  { pool }: Pick<Deps, "pool">,
  { adminId, roomId, reportId }: { adminId: string; roomId: string; reportId?: string | undefined },
): Promise<void> => {
  await pool.query({ name: "chat_audit", text: chatSql, values: [adminId, roomId, reportId ?? null] });
};

/** Records that an administrator looked at a user's history, or read their inquiries. */
export const noteLooking = async (
  { pool }: Pick<Deps, "pool">,
  { adminId, kind, userId }: { adminId: string; kind: "history" | "inquiry"; userId: string },
): Promise<void> => {
  await pool.query({ name: "staff_audit", text: staffSql, values: [adminId, kind, userId] });
};
