// Signed-in people for the load: sessions as the product keeps them, without the cost of a password each.
import { createHash, createHmac, randomBytes } from "node:crypto";
import type pg from "pg";

/** The secret that the measured server signs its cookies with. */
export const sessionSecret = randomBytes(32).toString("hex");

/** Signs these people in; gives the cookie of each. */
export const signIn = async (
  pool: pg.Pool,
  userIds: readonly string[],
): Promise<(userId: string) => string> => {
  const sessions = new Map(userIds.map((userId) => [userId, randomBytes(32).toString("base64url")]));
  await pool.query(
    `insert into sessions (id_hash, user_id, data, expires_at)
     select s.hash, s.user_id, json_build_object('userId', s.user_id), app_now() + interval '14 days'
     from unnest($1::text[], $2::uuid[]) s (hash, user_id)`,
    [
      [...sessions.values()].map((sid) => createHash("sha256").update(sid).digest("base64url")),
      [...sessions.keys()],
    ],
  );
  const cookies = new Map(
    [...sessions].map(([userId, sid]) => {
      const signature = createHmac("sha1", sessionSecret).update(`sid=${sid}`).digest("base64url");
      return [userId, `sid=${sid}; sid.sig=${signature}`];
    }),
  );
  return (userId) => cookies.get(userId) ?? "";
};
