import type { AccountSession } from "@knowhow/shared";
import type { Context } from "koa";
import type { Deps } from "../../deps.ts";
import { currentSessionHash } from "../../http/session.ts";

type Row = Omit<AccountSession, "createdAt" | "usedAt"> & { createdAt: Date; usedAt: Date };

/** A user's sessions: the current one first, then by last use. */
export const listSessions = async (
  ctx: Context,
  { knex }: Pick<Deps, "knex">,
  userId: string,
): Promise<AccountSession[]> => {
  const { rows } = await knex.raw<{ rows: Row[] }>(
    `select id, device, address, created_at as "createdAt", used_at as "usedAt", id_hash = :current as "isCurrent"
     from sessions where user_id = :userId and expires_at > app_now()
     order by id_hash = :current desc, used_at desc, id limit 100`,
    { userId, current: currentSessionHash(ctx) ?? "" },
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    usedAt: row.usedAt.toISOString(),
  }));
};

/** Ends one of a user's sessions; tells whether it was the current one, undefined when there is none. */
export const endOwnSession = async (
  ctx: Context,
  { knex }: Pick<Deps, "knex">,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<"current" | "other" | undefined> => {
  const { rows } = await knex.raw<{ rows: { id_hash: string }[] }>(
    "delete from sessions where id = ? and user_id = ? and expires_at > app_now() returning id_hash",
    [sessionId, userId],
  );
  if (!rows[0]) return undefined;
  return rows[0].id_hash === currentSessionHash(ctx) ? "current" : "other";
};
