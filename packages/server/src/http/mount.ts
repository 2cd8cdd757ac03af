import type Router from "@koa/router";
import {
  AppError,
  isErrorCode,
  isUnsafeMethod,
  isStorable,
  isUuid,
  personHeader,
  unstorableValue,
  wrongValue,
  type AnyEndpoint,
  type ErrorCode,
  type ErrorDetails,
  type ErrorOf,
  type FileOf,
  type InputOf,
  type LimitName,
  type OutputOf,
} from "@knowhow/shared";
import { schemasOf } from "@knowhow/shared/schemas.ts";
import type { Knex } from "knex";
import type { Context } from "koa";
import { Model } from "objection";
import { ValidationError, type AnyObjectSchema, type AnySchema } from "yup";
import { bannedFailure, suspendedFailure } from "./sanctions.ts";
import type { Trx } from "../database/BaseModel.ts";
import type { Deps } from "../deps.ts";
import { readJson } from "./body.ts";
import { isCrossSite } from "./crossSite.ts";
import { bodyOf, isUnchanged } from "./etag.ts";
import { idempotencyKeyOf, once } from "./idempotency.ts";
import type { Limiter } from "./limits.ts";
import { numberPathsOf, withStrictNumbers } from "./numbers.ts";
import { withBeforeTransaction, type BeforeTransaction } from "./beforeTransaction.ts";
import { receiveForm, type ReceivedFile, type ReceivedForm } from "./multipart.ts";
import { stateOf, type Viewer } from "./state.ts";
import { RawJson } from "./rawJson.ts";

/** What every handler is given beside its validated input. */
interface HandlerTools<T extends AnyEndpoint> {
  ctx: Context;
  /** The signed-in person; on public calls absent for visitors, for banned and for must-change sessions. */
  viewer: T["access"] extends "public" ? Viewer | undefined : Viewer;
  /** Fails with a code that the contract lists for this call. */
  fail: (code: ErrorOf<T>, details?: ErrorDetails) => never;
  /** Counts the call under the contract's `limitInHandler`, once however often it is called. */
  count: () => Promise<void>;
  /** Gives the contract's status for what was there before. */
  answerRepeated: () => void;
  /** For a call that is a single statement: in the transaction of the idempotency key, when the request brought one. */
  db: Knex;
  /** Runs work in one transaction: the one that keeps the idempotency key, when the request brought one. */
  transaction: <R>(work: (trx: Trx) => Promise<R>) => Promise<R>;
  /**
   * Runs slow work before that transaction, which begins again after it. Files are judged so: for calls alone whose
   * contract says that it may refuse one, by which monitoring knows them (deploy/prometheus/alerts.yaml).
   */
  beforeTransaction: "UNSUPPORTED_TYPE" extends ErrorOf<T> ? BeforeTransaction : undefined;
}

/**
 * Input as handlers are given it. A form with a file is received when its handler asks for it, so that what does not
 * depend on the form is refused before 500 MB have arrived; its file is gone once the call is answered.
 */
type HandlerInput<T extends AnyEndpoint> =
  FileOf<T, ReceivedFile> extends infer F extends object
    ? Omit<InputOf<T>, "body"> & { receive: () => Promise<Pick<InputOf<T>, "body" & keyof InputOf<T>> & F> }
    : InputOf<T>;

/** Answers one call of the contract. */
type Handler<T extends AnyEndpoint> = (input: HandlerInput<T> & HandlerTools<T>) => Promise<OutputOf<T>>;

/** Handlers of one feature: one for each of its calls, no more, no fewer. */
export type Handlers<A extends Record<string, AnyEndpoint>> = { [N in keyof A]: Handler<A[N]> };

/** Literal paths before parameters, since the router takes the first match. */
const weight = (path: string): string =>
  path
    .split("/")
    .map((part) => (part.startsWith(":") ? "1" : "0"))
    .join("");

/** Parts of a path that a person typed: their own rules judge them. */
const typed = new Set(["value", "nickname", "query"]);

const checkParams = (params: Record<string, string>): void => {
  for (const [name, value] of Object.entries(params)) {
    if ((name === "id" || name.endsWith("Id")) && !isUuid(value)) throw new AppError("NOT_FOUND");
    if (!typed.has(name) && !isStorable(value)) throw new AppError("NOT_FOUND");
  }
};

const toFailure = (error: ValidationError, listed: readonly ErrorCode[]): AppError => {
  const inner = error.inner.length > 0 ? error.inner : [error];
  const fields: Record<string, string> = {};
  for (const { path = "", message } of inner) {
    // A rule without a text of its own has the library's English.
    fields[path.replace(/[.[].*$/, "")] ??= /[가-힣]/.test(message) ? message : wrongValue;
  }
  const [first] = inner;
  // A rule named like an error code fails with that code, unless other fields are wrong too.
  const special = first && isErrorCode(first.type) && listed.includes(first.type) ? first.type : undefined;
  return special && Object.keys(fields).length === 1
    ? new AppError(special, { message: first?.message, fields })
    : new AppError("VALIDATION", { fields });
};

const hasUnstorable = (value: unknown): boolean =>
  typeof value === "string"
    ? !isStorable(value)
    : typeof value === "object" && value !== null && Object.values(value).some(hasUnstorable);

/** Refuses what the database can not keep, wherever it is left after the schema's cleaning. */
const refuseUnstorable = (input: object): void => {
  const wrong = Object.entries(input).filter(([, value]) => hasUnstorable(value));
  if (wrong.length === 0) return;
  throw new AppError("VALIDATION", {
    fields: Object.fromEntries(wrong.map(([name]) => [name, unstorableValue])),
  });
};

/** Input as a schema takes it; fails with the codes of the call, else as VALIDATION. */
export const validate = async (
  schema: AnyObjectSchema | undefined,
  value: unknown,
  listed: readonly ErrorCode[],
): Promise<unknown> => {
  if (!schema) return undefined;
  try {
    // What an object's schema accepts is an object.
    const input = (await schema.validate(value, { stripUnknown: true, abortEarly: false })) as object;
    refuseUnstorable(input);
    return input;
  } catch (error) {
    throw error instanceof ValidationError ? toFailure(error, listed) : error;
  }
};

const checkSession = (contract: AnyEndpoint, viewer: Viewer | undefined, ctx: Context): void => {
  // Another person has signed in on that browser, which may not know it yet.
  const sender = ctx.get(personHeader);
  if (sender !== "" && sender !== viewer?.id) throw new AppError("LOGIN_REQUIRED");
  if (contract.access === "public") return;
  if (!viewer) throw new AppError("LOGIN_REQUIRED");
  if (viewer.mustChangePassword && !contract.whileMustChangePassword)
    throw new AppError("MUST_CHANGE_PASSWORD");
  if (viewer.isBanned && !contract.whileBanned) {
    throw bannedFailure(viewer.banReason);
  }
  if (viewer.isSuspended && !viewer.isBanned && !contract.whileSuspended) {
    throw suspendedFailure(viewer.suspendedUntil);
  }
  if (contract.access === "admin" && !viewer.isAdmin) throw new AppError("ADMIN_ONLY");
};

/** Holds an answer against the contract, field by field. */
const checkAnswer = async (response: AnySchema | undefined, output: unknown): Promise<void> => {
  const isText = output instanceof RawJson;
  if (!response || (isText && output.text === undefined)) return;
  await response.validate(isText ? JSON.parse(output.text ?? "") : output, { strict: true });
};

/** The limits that count a call of this person: all calls of a member in one, and what the contract names. */
export const limitsOf = ({ limit }: AnyEndpoint, viewer: Viewer | undefined): readonly LimitName[] => {
  const named = limit === undefined ? [] : typeof limit === "string" ? [limit] : limit;
  if (viewer) return ["member", ...named];
  return limit === undefined ? ["visitor"] : named;
};

/** Mounts a feature: every rule that the contract states is checked here, in the contract's order. */
export const mountAll = <A extends Record<string, AnyEndpoint>>(
  router: Router,
  { config, knex, microCache }: Pick<Deps, "config" | "knex" | "microCache">,
  limiter: Limiter,
  feature: A,
  handlers: Handlers<A>,
): void => {
  const entries = Object.entries(feature).sort(([, a], [, b]) =>
    weight(a.path).localeCompare(weight(b.path)),
  );
  for (const [name, contract] of entries) {
    // The table's type pairs each contract with its handler; the loop over its entries forgets the pairing.
    const handler = handlers[name] as unknown as (input: Record<string, unknown>) => Promise<unknown>;
    const route = `${contract.method} ${contract.path}`;
    const isUnsafe = isUnsafeMethod(contract.method);
    const schemas = schemasOf(contract);
    const numberPaths = schemas.body ? numberPathsOf(schemas.body) : [];
    router.register(
      contract.path,
      [contract.method],
      async (ctx: Context & { params: Record<string, string> }) => {
        stateOf(ctx).call = contract;
        if (isUnsafe && !contract.crossSite && isCrossSite(ctx, config.publicUrl))
          throw new AppError("CROSS_SITE");
        const { viewer } = stateOf(ctx);
        await limiter.consume(ctx, limitsOf(contract, viewer));
        checkSession(contract, viewer, ctx);
        const params = { ...ctx.params };
        const isJson = isUnsafe && (contract.bodyKind ?? "json") === "json";
        const body = isJson ? await readJson(ctx) : undefined;
        const input = {
          params,
          query: await validate(schemas.query, { ...ctx.query }, contract.errors),
          body: isJson
            ? await validate(schemas.body, withStrictNumbers(body, numberPaths), contract.errors)
            : undefined,
        };
        checkParams(params);
        const restricted = viewer && (viewer.isBanned || viewer.mustChangePassword);
        let received: ReceivedForm | undefined;
        let counting: Promise<void> | undefined;
        let status = contract.status ?? 200;
        const tools = {
          ...input,
          receive: async () => {
            received = await receiveForm(ctx, config.dataDir, contract.file);
            return {
              body: await validate(schemas.body, received.fields, contract.errors),
              file: received.requireFile(),
            };
          },
          ctx,
          viewer: contract.access === "public" && restricted ? undefined : viewer,
          fail: (code: ErrorCode, details?: ErrorDetails) => {
            throw new AppError(code, details);
          },
          count: () => (counting ??= limiter.consume(ctx, contract.limitInHandler ?? [])),
          answerRepeated: () => {
            status = contract.repeatedStatus ?? status;
          },
          transaction: <R>(work: (trx: Trx) => Promise<R>) => Model.transaction(knex, work),
        };
        const answer = async (beforeTransaction: BeforeTransaction, trx?: Trx) => {
          const transaction = trx ? <R>(work: (inner: Trx) => Promise<R>) => work(trx) : tools.transaction;
          const output = await handler({ ...tools, db: trx ?? knex, transaction, beforeTransaction });
          if (config.validateAnswers) await checkAnswer(schemas.response, output);
          return { status, body: output };
        };
        const key = contract.idempotent && viewer ? idempotencyKeyOf(ctx) : undefined;
        const run = (beforeTransaction: BeforeTransaction) =>
          key !== undefined && viewer
            ? Model.transaction(knex, (trx) =>
                once(trx, { userId: viewer.id, key, route, input }, () => answer(beforeTransaction, trx)),
              )
            : answer(beforeTransaction);
        let result;
        try {
          result = await withBeforeTransaction(run);
        } finally {
          await received?.discard();
        }
        // After the commit, before the answer leaves: the author of a change sees it at once.
        if (contract.changesContents) await microCache.forget();
        if (contract.kind === "stream") return;
        ctx.status = result.status;
        ctx.type = "json";
        ctx.body = result.body instanceof RawJson ? result.body.text : bodyOf(result.body);
        if (!ctx.res.hasHeader("Cache-Control")) ctx.set("Cache-Control", "no-store");
        // A handler that named its answer's version is asked again cheaply.
        if (ctx.method === "GET" && isUnchanged(ctx)) ctx.status = 304;
      },
    );
  }
};
