import { AppError } from "@knowhow/shared";
import { createHash } from "node:crypto";
import type { Context } from "koa";
import { Model } from "objection";
import type { Trx } from "../database/BaseModel.ts";
import { stateOf, type HandlerAnswer } from "./state.ts";
import type { Route } from "./steps/route.ts";

interface Saved {
  request_hash: string;
  status: number;
  body: unknown;
}

/** The key of a request, if it brings one; too long a key is 400. */
const keyOf = (ctx: Context): string | undefined => {
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
 * The same key with another request is IDEMPOTENCY_KEY_REUSED; while the first one runs, IN_PROGRESS. Without a key, or
 * for a call that takes none, it just runs.
 */
export const answerOnce = async (
  ctx: Context,
  { contract, knex }: Pick<Route, "contract" | "knex">,
  work: (trx?: Trx) => Promise<HandlerAnswer>,
): Promise<HandlerAnswer> => {
  const { viewer, input } = stateOf(ctx);
  const key = contract.idempotent && viewer ? keyOf(ctx) : undefined;
  if (key === undefined || !viewer) return work();
  const requestHash = createHash("sha256")
    .update(JSON.stringify([`${contract.method} ${contract.path}`, input]))
    .digest("base64url");
  return Model.transaction(knex, async (trx) => {
    const lock = await trx.raw<{ rows: { free: boolean }[] }>(
      "select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as free",
      [`${viewer.id}:${key}`],
    );
    if (!lock.rows[0]?.free) throw new AppError("IN_PROGRESS", { retryAfter: 1 });
    const found = await trx.raw<{ rows: Saved[] }>(
      "select request_hash, status, body from idempotency_keys where user_id = ? and key = ?",
      [viewer.id, key],
    );
    const [saved] = found.rows;
    if (saved) {
      if (saved.request_hash !== requestHash) throw new AppError("IDEMPOTENCY_KEY_REUSED");
      return { status: saved.status, body: saved.body };
    }
    const answer = await work(trx);
    await trx.raw(
      "insert into idempotency_keys (user_id, key, request_hash, status, body) values (?, ?, ?, ?, ?)",
      [viewer.id, key, requestHash, answer.status, JSON.stringify(answer.body)],
    );
    return answer;
  });
};
