import { AppError } from "@knowhow/shared";
import { createHash } from "node:crypto";
import type { Context } from "koa";
import type { Trx } from "../database/BaseModel.ts";

interface Saved {
  request_hash: string;
  status: number;
  body: unknown;
}

/** The key of a request, if it brings one; too long a key is 400. */
export const idempotencyKeyOf = (ctx: Context): string | undefined => {
  const key = ctx.get("idempotency-key");
  if (key === "") return undefined;
  if (key.length > 64) {
    throw new AppError("VALIDATION", {
      fields: { "Idempotency-Key": "Idempotency-Key는 64자 이하여야 합니다." },
    });
  }
  return key;
};

/**
 * Runs `work` once per person and key, in the transaction that also keeps its answer: either both stand or neither.
 * The same key with another request is IDEMPOTENCY_KEY_REUSED; while the first one runs, IN_PROGRESS.
 */
export const once = async (
  trx: Trx,
  request: { userId: string; key: string; route: string; input: unknown },
  work: () => Promise<{ status: number; body: unknown }>,
): Promise<{ status: number; body: unknown }> => {
  const { userId, key, route, input } = request;
  const requestHash = createHash("sha256")
    .update(JSON.stringify([route, input]))
    .digest("base64url");
  const lock = await trx.raw<{ rows: { free: boolean }[] }>(
    "select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as free",
    [`${userId}:${key}`],
  );
  if (!lock.rows[0]?.free) throw new AppError("IN_PROGRESS", { retryAfter: 1 });
  const found = await trx.raw<{ rows: Saved[] }>(
    "select request_hash, status, body from idempotency_keys where user_id = ? and key = ?",
    [userId, key],
  );
  const [saved] = found.rows;
  if (saved) {
    if (saved.request_hash !== requestHash) throw new AppError("IDEMPOTENCY_KEY_REUSED");
    return { status: saved.status, body: saved.body };
  }
  const answer = await work();
  await trx.raw(
    "insert into idempotency_keys (user_id, key, request_hash, status, body) values (?, ?, ?, ?, ?)",
    [userId, key, requestHash, answer.status, JSON.stringify(answer.body)],
  );
  return answer;
};
