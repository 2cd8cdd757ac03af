import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { RouterContext, RouterMiddleware } from "@koa/router";
import type pg from "pg";
import { parseJson, readBody } from "./body.ts";
import { errorForCode, StandinError, standinError, toStandinError } from "./errors.ts";
import { openJwe, sealJwe } from "./jwe.ts";
import { takeNextRule, type NextRule } from "./nextRules.ts";
import { apiVersion, type Standin } from "./standin.ts";
import { inTransaction } from "./store.ts";

/** One call to the provider's REST interface, inside its transaction. */
export interface RestCall {
  db: pg.PoolClient;
  body: unknown;
  params: Record<string, string | undefined>;
  query: URLSearchParams;
  /** The code that this call was told to fail with, if any. */
  toldCode: string | undefined;
  /** Milliseconds after which this call was told to act; 0 for at once. */
  actAfterMs: number;
  /** Fails as told; a handler calls it after its own checks and before it changes anything. */
  refuseIfTold(): void;
}

interface RestOptions {
  /** 1: bare objects; 2: in the envelope with `entityBody`. */
  version: 1 | 2;
  /** What the envelope says that it holds. */
  entityType?: string;
  /** The body has to be a JWE, as payouts demand. */
  sealed?: boolean;
}

interface Answer {
  status: number;
  contentType: string;
  text: string;
}

const idempotencyKeyLimit = 300;

function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function authenticate(standin: Standin, header: string): void {
  if (header === "") throw standinError("UNAUTHORIZED_KEY");
  const [scheme, encoded = ""] = header.split(" ");
  const credentials = Buffer.from(encoded, "base64").toString("utf8");
  if (scheme?.toLowerCase() !== "basic" || !credentials.includes(":")) {
    throw standinError("INCORRECT_BASIC_AUTH_FORMAT");
  }
  const key = credentials.slice(0, credentials.indexOf(":"));
  if (key === standin.clientKey) throw standinError("INVALID_API_KEY");
  if (!sameSecret(key, standin.secretKey)) throw standinError("UNAUTHORIZED_KEY");
}

/** The identity of an idempotent call: key, secret, method and path; the body is not part of it. */
function idempotencyIdentity(standin: Standin, ctx: RouterContext, key: string): string {
  return createHash("sha256").update([key, standin.secretKey, ctx.method, ctx.path].join("\n")).digest("hex");
}

/** The stored answer of an idempotent call; 409 while the first one is running or its answer is on its way. */
async function storedAnswer(db: pg.PoolClient, identity: string): Promise<Answer | undefined> {
  // The lock ends with the transaction, also when this process dies in it: a key is never stuck.
  const lock = await db.query<{ free: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free",
    [identity],
  );
  if (lock.rows[0]?.free !== true) throw standinError("IDEMPOTENT_REQUEST_PROCESSING");
  const { rows } = await db.query<Answer & { running: boolean }>(
    `select status, content_type as "contentType", body as text, answered_at > clock_timestamp() as running
     from standin_toss.idempotent_answers
     where identity = $1 and created_at > standin_toss.clock_now() - interval '15 days'`,
    [identity],
  );
  const [stored] = rows;
  if (stored?.running === true) throw standinError("IDEMPOTENT_REQUEST_PROCESSING");
  return stored;
}

async function keepAnswer(db: pg.PoolClient, identity: string, answer: Answer, delayMs: number) {
  // An answer of 500 and above says nothing about the outcome, so the next call with the key runs again.
  // 409 says that the first call is still running, which will not stay true.
  if (answer.status >= 500 || answer.status === 409) return;
  await db.query(
    `insert into standin_toss.idempotent_answers (identity, answered_at, status, content_type, body)
     values ($1, clock_timestamp() + $2 * interval '1 millisecond', $3, $4, $5)
     on conflict (identity) do update set created_at = excluded.created_at, answered_at = excluded.answered_at,
       status = excluded.status, content_type = excluded.content_type, body = excluded.body`,
    [identity, delayMs, answer.status, answer.contentType, answer.text],
  );
}

/**
 * A route of the REST interface. In the provider's order: authentication, the test code, the idempotency key,
 * then the handler in one transaction. A StandinError is an answer like any other: what the handler did before
 * it is committed and the answer is kept for the key.
 */
export function restRoute(
  standin: Standin,
  options: RestOptions,
  handle: (call: RestCall) => Promise<unknown>,
): RouterMiddleware {
  return async (ctx) => {
    const traceId = randomBytes(16).toString("hex");
    const sealed = ctx.get("tosspayments-api-security-mode").toUpperCase() === "ENCRYPTION";
    const idempotencyKey = ctx.method === "POST" ? ctx.get("idempotency-key") : "";

    async function render(status: number, entityBody: unknown, error: StandinError | null): Promise<Answer> {
      const failure = error === null ? null : { code: error.code, message: error.message };
      const envelope = {
        version: apiVersion,
        traceId,
        entityType: options.entityType ?? null,
        entityBody,
        error: failure,
      };
      const value = options.version === 2 ? envelope : (failure ?? entityBody);
      if (!sealed)
        return { status, contentType: "application/json; charset=utf-8", text: JSON.stringify(value) };
      return { status, contentType: "text/plain", text: await sealJwe(standin.securityKey, value) };
    }

    async function run(db: pg.PoolClient, raw: Buffer, rule: NextRule | undefined): Promise<Answer> {
      const toldCode = rule?.code;
      const text = raw.toString("utf8");
      if (options.sealed === true && !sealed)
        throw standinError("INVALID_REQUEST", "요청 본문을 암호화해주세요.");
      const body = sealed && text !== "" ? await openJwe(standin.securityKey, text) : parseJson(text);
      const entity = await handle({
        db,
        body,
        params: ctx.params,
        query: ctx.URL.searchParams,
        toldCode,
        actAfterMs: rule?.actAfterMs ?? 0,
        refuseIfTold() {
          if (toldCode !== undefined) throw errorForCode(toldCode);
        },
      });
      return await render(200, entity, null);
    }

    const refusal = async (error: unknown): Promise<Answer> => {
      if (!(error instanceof StandinError)) throw error;
      return await render(error.status, null, error);
    };

    const loseAnswer = () => {
      ctx.respond = false;
      ctx.req.socket.destroy();
    };
    let dropped = false;
    let delayMs = 0;
    let answer: Answer;
    try {
      const raw = await readBody(ctx);
      authenticate(standin, ctx.get("authorization"));
      const testCode = ctx.get("tosspayments-test-code");
      if (testCode !== "") throw errorForCode(testCode);
      if (idempotencyKey.length > idempotencyKeyLimit) throw standinError("INVALID_IDEMPOTENCY_KEY");
      const rule = await takeNextRule(standin.pool);
      delayMs = rule?.delayMs ?? 0;
      dropped = rule?.drop ?? false;
      const losesAtOnce = dropped && rule?.actAfterMs !== undefined;
      answer = await inTransaction(standin.pool, async (db) => {
        const identity = idempotencyIdentity(standin, ctx, idempotencyKey);
        const stored = idempotencyKey === "" ? undefined : await storedAnswer(db, identity);
        // The key is taken before: a retry at once is told that the first call is running.
        if (losesAtOnce) loseAnswer();
        if (stored !== undefined) return stored;
        if (idempotencyKey === "") return await run(db, raw, rule).catch(refusal);
        const fresh = await run(db, raw, rule).catch(refusal);
        await keepAnswer(db, identity, fresh, delayMs);
        return fresh;
      });
      standin.webhooks.kick();
    } catch (error) {
      if (!(error instanceof StandinError))
        standin.log(`stand-in ${ctx.method} ${ctx.path}: ${String(error)}`);
      answer = await refusal(toStandinError(error));
    }

    if (delayMs > 0) await sleep(delayMs, undefined, { signal: standin.closing }).catch(() => {});
    if (dropped) {
      loseAnswer();
      return;
    }
    ctx.status = answer.status;
    ctx.set("x-tosspayments-trace-id", traceId);
    ctx.set("cache-control", "no-store");
    if (idempotencyKey !== "") ctx.set("idempotency-key", idempotencyKey);
    ctx.type = answer.contentType;
    ctx.body = answer.text;
  };
}
