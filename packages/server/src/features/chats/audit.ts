import type { Deps } from "../../deps.ts";

/** A look that goes on for less than this without a request is the same look. */
const sameLookMinutes = 10;
/** How exactly its end is known: whoever keeps looking writes no more often. */
const exactMinutes = 1;

/** Writes a look down in a table of looks: one row for each, however long it lasts. */
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

/** Writes down that an administrator looked at what a report is about, or at a picture or file of it. */
export const noteEvidence = async (
  { pool }: Pick<Deps, "pool">,
  { adminId, reportId, part }: { adminId: string; reportId: string; part: string },
): Promise<void> => {
  await pool.query({ name: "evidence_audit", text: evidenceSql, values: [adminId, reportId, part] });
};

/** Writes down that an administrator read a private talk. */
export const noteReading = async (
  { pool }: Pick<Deps, "pool">,
  { adminId, roomId, reportId }: { adminId: string; roomId: string; reportId?: string | undefined },
): Promise<void> => {
  await pool.query({ name: "chat_audit", text: chatSql, values: [adminId, roomId, reportId ?? null] });
};

/** Writes down that an administrator looked at somebody's history, or read their conversation with the administrators. */
export const noteLooking = async (
  { pool }: Pick<Deps, "pool">,
  { adminId, kind, userId }: { adminId: string; kind: "history" | "inquiry"; userId: string },
): Promise<void> => {
  await pool.query({ name: "staff_audit", text: staffSql, values: [adminId, kind, userId] });
};
