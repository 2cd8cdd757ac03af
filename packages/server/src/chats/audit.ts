import type { Deps } from "../deps.ts";

/** A look that goes on for less than this without a request is the same look. */
const sameLookMinutes = 10;

/** Writes down that an administrator read a private talk: one row for each look, however long it lasts. */
export const noteReading = async (
  { pool }: Pick<Deps, "pool">,
  { adminId, roomId, reportId }: { adminId: string; roomId: string; reportId?: string | undefined },
): Promise<void> => {
  await pool.query({
    name: "chat_audit",
    text: `with going as (
             update chat_audits set last_read_at = app_now()
             where id = (select id from chat_audits
                         where admin_id = $1 and chat_room_id = $2 and report_id is not distinct from $3::uuid
                           and last_read_at > app_now() - interval '${sameLookMinutes} minutes'
                         order by last_read_at desc limit 1)
             returning id)
           insert into chat_audits (admin_id, chat_room_id, report_id)
           select $1, $2, $3::uuid where not exists (select from going)`,
    values: [adminId, roomId, reportId ?? null],
  });
};
