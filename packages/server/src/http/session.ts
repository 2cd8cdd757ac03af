import { freshPasswordMinutes, sessionDays } from "@knowhow/shared";
import { createHash, randomBytes } from "node:crypto";
import type Koa from "koa";
import type { Context, Middleware } from "koa";
import createSession from "koa-session";
import type { Knex } from "knex";
import type { Trx } from "../database/BaseModel.ts";
import { clientDeviceOf, coarseAddressOf } from "./clientDevice.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { stateOf, type Viewer } from "./state.ts";

const maxAge = sessionDays * 24 * 60 * 60 * 1_000;

/** What a session remembers. */
export interface SessionData {
  userId?: string;
  /** Signed in with a temporary password: only the password may be changed. */
  mustChangePassword?: boolean;
  /** The moment at which it ends however it is used; absent where it goes on with its use. */
  endsAt?: string;
}

interface SessionRow {
  data: SessionData;
  left_ms: number;
  id: string | null;
  user_id: string;
  nickname: string;
  suspended_until: Date | null;
  is_suspended: boolean;
  is_banned: number;
  ban_reason: string | null;
  is_password_fresh: boolean;
  is_idle: boolean;
  flags?: { id: string; purchased: boolean; paid: boolean; liked: boolean; wished: boolean }[] | null;
}

/** The name of the cookie that holds a session. */
export const sessionCookie = ({ secureCookies }: Pick<Config, "secureCookies">): string =>
  secureCookies ? "__Host-sid" : "sid";

/** The database keeps only this hash: a leaked table opens no session. */
const hashOf = (sid: string): string => createHash("sha256").update(sid).digest("base64url");

const selectWith = (more: string): string => /* sql */ `
    select s.data, (extract(epoch from s.expires_at - app_now()) * 1000)::float8 as left_ms,
           u.id, u.user_id, u.nickname, u.suspended_until, u.suspended_until > app_now() as is_suspended,
           u.is_banned, u.ban_reason,
           coalesce(s.password_at > app_now() - interval '${freshPasswordMinutes} minutes', false) as is_password_fresh,
           s.used_at <= app_now() - interval '10 minutes' as is_idle
           ${more}
    from sessions s left join users u on u.id = s.user_id
    where s.id_hash = $1 and s.expires_at > app_now()`;

const select = { name: "session_get", text: selectWith("") };

/** In SQL, a person's purchases and likes among contents: from the person's id and an array of the contents'. */
export type FlagsSql = (person: string, ids: string) => string;

/** With what the address is about to ask for of every member anyway: one way to the database instead of two. */
const selectWithFlags = (flagsSql: FlagsSql) => ({
  name: "session_get_flags",
  text: selectWith(`, (select json_agg(f) from (${flagsSql("u.id", "$2")}) f) as flags`),
});

/** So long after its last use, and not after the end that it was given. */
const endSql = "least(app_now() + :age * interval '1 ms', (cast(:data as jsonb) ->> 'endsAt')::timestamptz)";

/** Tells whether the configuration names this login id as an administrator's. */
export const isAdminId = (config: Pick<Config, "adminUserIds">, userId: string): boolean =>
  config.adminUserIds.includes(userId.toLowerCase());

const viewerOf = (row: SessionRow, config: Config): Viewer | undefined =>
  row.id === null
    ? undefined
    : {
        id: row.id,
        userId: row.user_id,
        nickname: row.nickname,
        isAdmin: isAdminId(config, row.user_id),
        suspendedUntil: row.suspended_until,
        isSuspended: row.is_suspended,
        isBanned: row.is_banned === 1,
        banReason: row.ban_reason,
        mustChangePassword: row.data.mustChangePassword ?? false,
        isPasswordFresh: row.is_password_fresh,
      };

/** Sessions in PostgreSQL behind a signed, httpOnly cookie; also finds the viewer of each request. */
export const sessions = (
  app: Koa,
  { config, knex, pool, microCache }: Pick<Deps, "config" | "knex" | "pool" | "microCache">,
  flagsSql: FlagsSql,
): Middleware => {
  const withFlags = selectWithFlags(flagsSql);
  app.keys = [config.sessionSecret];
  /** A session that begins in a transaction, and the end of the one that it replaces, are undone with it. */
  const writerOf = (ctx: Context | undefined): Knex => {
    const trx = ctx && stateOf(ctx).sessionTrx;
    return trx && !trx.isCompleted() ? trx : knex;
  };
  const store = {
    async get(sid: string, _maxAge: number, { ctx }: { ctx?: Context }) {
      const idHash = hashOf(sid);
      const ids = ctx?.method === "GET" ? microCache.shown(ctx.url) : undefined;
      const { rows } = await pool.query<SessionRow>(
        ids ? { ...withFlags, values: [idHash, ids] } : { ...select, values: [idHash] },
      );
      const [row] = rows;
      if (!row || !ctx) return undefined;
      const state = stateOf(ctx);
      state.sessionHash = idHash;
      state.viewer = viewerOf(row, config);
      // Told to its owner, and not worth a write with each request.
      if (row.is_idle)
        await pool.query("update sessions set used_at = app_now() where id_hash = $1", [idHash]);
      if (row.flags) {
        state.flags = new Map(
          row.flags.map(({ id, purchased, paid, liked, wished }) => [
            id,
            { hasPurchased: purchased, hasPaid: paid, hasLiked: liked, isWished: wished },
          ]),
        );
      }
      // What has a fixed end is never renewed by being used.
      const lasts = row.data.endsAt === undefined ? maxAge : row.left_ms;
      return { ...row.data, _expire: Date.now() + row.left_ms, _maxAge: lasts };
    },
    async set(sid: string, stored: Record<string, unknown>, age: number, { ctx }: { ctx?: Context }) {
      const data = { ...stored };
      delete data["_expire"];
      delete data["_maxAge"];
      const idHash = hashOf(sid);
      const values = { idHash, userId: data["userId"] ?? null, data: JSON.stringify(data), age };
      const writer = writerOf(ctx);
      // A session that was loaded is only ever updated: one that ended meanwhile must not come back.
      if (ctx && stateOf(ctx).sessionHash === idHash) {
        await writer.raw(
          `update sessions set user_id = :userId, data = :data, expires_at = ${endSql} where id_hash = :idHash`,
          values,
        );
      } else {
        // Every session begins with a password: of a sign-in, of a registration, or proven for another one.
        await writer.raw(
          `insert into sessions (id_hash, user_id, data, expires_at, password_at, device, address)
           values (:idHash, :userId, :data, ${endSql}, app_now(), :device, :address)`,
          {
            ...values,
            device: ctx ? JSON.stringify(clientDeviceOf(ctx)) : null,
            address: ctx ? coarseAddressOf(ctx.ip) : null,
          },
        );
        // The library saves once more at the end of the request: that is an update of this row.
        if (ctx) stateOf(ctx).sessionHash = idHash;
      }
    },
    async destroy(sid: string, { ctx }: { ctx?: Context }) {
      await writerOf(ctx)("sessions")
        .where({ id_hash: hashOf(sid) })
        .delete();
    },
  };
  const options = {
    key: sessionCookie(config),
    maxAge,
    httpOnly: true,
    sameSite: "lax",
    secure: config.secureCookies,
    renew: true,
    genid: () => randomBytes(32).toString("base64url"),
    store,
  };
  const session = createSession(options, app);
  return async (ctx, next) => {
    // TLS ends at a proxy in front of us: whether cookies are secure is the configuration's to say.
    if (config.secureCookies) ctx.cookies.secure = true;
    try {
      await session(ctx, next);
    } catch (error) {
      // The browser keeps the session that it had: the library has named it the one that was undone.
      const isCommitted = await stateOf(ctx).sessionTrx?.executionPromise.then(
        () => true,
        () => false,
      );
      if (isCommitted === false) ctx.remove("Set-Cookie");
      throw error;
    }
  };
};

interface SessionContext {
  session: (SessionData & { regenerate?: () => Promise<void> }) | null;
}

/** The context as koa-session extends it; its published types describe another major version. */
const withSession = (ctx: Context): SessionContext => ctx as unknown as SessionContext;

/**
 * Signs a person in: a new session id, so that one planted before the sign-in is worth nothing. Within a transaction
 * the session stands once that is committed.
 */
export const startSession = async (ctx: Context, data: SessionData, trx: Trx | undefined): Promise<void> => {
  const holder = withSession(ctx);
  holder.session = data;
  const state = stateOf(ctx);
  state.sessionHash = undefined;
  state.sessionTrx = trx;
  // Reading it back gives the library's object around the data.
  if (!holder.session.regenerate) throw new Error("the session middleware is not in place");
  await holder.session.regenerate();
};

/** When the request's session ends however it is used; undefined where it goes on with its use. */
export const endOfSession = (ctx: Context): string | undefined => withSession(ctx).session?.endsAt;

/** Signs out: the row goes, the cookie is emptied, and so is what this browser's own cache kept of the person. */
export const endSession = (ctx: Context): void => {
  ctx.set("Clear-Site-Data", '"cache"');
  stateOf(ctx).viewer = undefined;
  withSession(ctx).session = null;
};

/** Hash of the current session's id, by which its row is found. */
export const currentSessionHash = (ctx: Context): string | undefined => stateOf(ctx).sessionHash;
