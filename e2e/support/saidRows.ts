import { startEmbeddedDatabase } from "../../packages/server/dev-database/embedded.ts";
import { openPool } from "../../packages/server/src/database/knex.ts";

/** A person's words as the server's own rows have them, each kind in the order it was stored. */
export interface Said {
  messages: { room: string; text: string }[];
  comments: { content: string; text: string }[];
  inquiries: { type: string; text: string }[];
  likes: string[];
  reports: { content: string; text: string }[];
}

/** Reads that from the database of this run. */
export const saidBy = async (userId: string): Promise<Said> => {
  const { E2E_DATA_DIR: dataDir = "" } = process.env;
  // The server's own database is joined, and left to it.
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  const pool = openPool(database.url, console.error);
  const read = async <R extends object>(sql: string): Promise<R[]> =>
    (await pool.query<R>(`with me as (select id from users where user_id = $1) ${sql}`, [userId])).rows;
  try {
    return {
      messages: await read(
        `select chat_room_id as room, message as text from chat_messages
         where sender_id = (select id from me) order by chat_messages.id`,
      ),
      comments: await read(
        `select content_id as content, comment as text from content_comments
         where user_id = (select id from me) order by created_at, content_comments.id`,
      ),
      inquiries: await read(
        `select type, message as text from admin_chat_messages m join admin_chat_rooms r on r.id = m.chat_room_id
         where sender_id = (select id from me) order by m.id`,
      ),
      likes: (
        await read<{ id: string }>(
          `select content_id as id from content_likes where user_id = (select id from me)`,
        )
      ).map(({ id }) => id),
      reports: await read(
        `select content_id as content, report_details as text from reports where reporter_id = (select id from me)`,
      ),
    };
  } finally {
    await pool.end();
    await database.stop();
  }
};
