import { AppError, type ErrorCode, type ErrorDetails } from "@knowhow/shared";
import { Model } from "objection";
import type { AnySchema } from "yup";
import type { Trx } from "../../database/BaseModel.ts";
import { withBeforeTransaction, type BeforeTransaction } from "../beforeTransaction.ts";
import { answerOnce } from "../idempotency.ts";
import { RawJson } from "../rawJson.ts";
import { stateOf } from "../state.ts";
import type { Route, Step } from "./route.ts";

/** Holds an answer against the contract, field by field. */
const checkAnswer = async (response: AnySchema | undefined, output: unknown): Promise<void> => {
  const isText = output instanceof RawJson;
  if (!response || (isText && output.text === undefined)) return;
  await response.validate(isText ? JSON.parse(output.text ?? "") : output, { strict: true });
};

/** Runs the handler: once for each idempotency key, and from its beginning after slow work before its transaction. */
export const runHandler =
  ({ contract, schemas, config, knex, limiter, handler }: Omit<Route, "microCache">): Step =>
  async (ctx) => {
    const state = stateOf(ctx);
    const { viewer, input, receive } = state;
    const isRestricted = viewer && (viewer.isBanned || viewer.mustChangePassword);
    let counting: Promise<void> | undefined;
    let status = contract.status ?? 200;
    const tools = {
      ...input,
      receive,
      ctx,
      viewer: contract.access === "public" && isRestricted ? undefined : viewer,
      fail: (code: ErrorCode, details?: ErrorDetails) => {
        throw new AppError(code, details);
      },
      count: () => (counting ??= limiter.consume(ctx, contract.limitInHandler ?? [])),
      answerRepeated: () => {
        status = contract.repeatedStatus ?? status;
      },
    };
    const answer = async (beforeTransaction: BeforeTransaction, trx?: Trx) => {
      const transaction = <R>(work: (inner: Trx) => Promise<R>) =>
        trx ? work(trx) : Model.transaction(knex, work);
      const body = await handler({ ...tools, db: trx ?? knex, transaction, beforeTransaction });
      if (config.validateAnswers) await checkAnswer(schemas.response, body);
      return { status, body };
    };
    state.answer = await withBeforeTransaction((beforeTransaction) =>
      answerOnce(ctx, { contract, knex }, (trx) => answer(beforeTransaction, trx)),
    );
  };
