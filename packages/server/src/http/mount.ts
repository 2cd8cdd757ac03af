import type Router from "@koa/router";
import type { AnyEndpoint, ErrorDetails, ErrorOf, FileOf, InputOf, OutputOf } from "@knowhow/shared";
import { schemasOf } from "@knowhow/shared/schemas.ts";
import type { Knex } from "knex";
import type { Context } from "koa";
import type { Trx } from "../database/BaseModel.ts";
import type { Deps } from "../deps.ts";
import type { BeforeTransaction } from "./beforeTransaction.ts";
import type { Limiter } from "./limits.ts";
import type { ReceivedFile } from "./multipart.ts";
import type { Viewer } from "./state.ts";
import { countCall } from "./steps/countCall.ts";
import { forgetContents } from "./steps/forgetContents.ts";
import { offerForm } from "./steps/offerForm.ts";
import { readInput } from "./steps/readInput.ts";
import { recordCall } from "./steps/recordCall.ts";
import { refuseCrossSite } from "./steps/refuseCrossSite.ts";
import { refuseSanctioned } from "./steps/refuseSanctioned.ts";
import { requireAdmin } from "./steps/requireAdmin.ts";
import { requireSession } from "./steps/requireSession.ts";
import type { Route } from "./steps/route.ts";
import { runHandler } from "./steps/runHandler.ts";
import { sendAnswer } from "./steps/sendAnswer.ts";

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
   * Runs slow work, the judging of files, before that transaction; the handler begins again after it. Only for calls
   * that may answer UNSUPPORTED_TYPE, by which monitoring knows slow calls (deploy/prometheus/alerts.yaml).
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

/**
 * The way of every call. Another site's requests are not counted, or it could use up a person's limits; later refusals
 * are, or asking would cost nothing. Sanctions are told to the person alone, so a session comes first. A body is
 * read last, for those alone who may call. Then each step is around the next: an answer is sent once the handler has
 * committed, a form's file is gone and kept answers are dropped, so that the author of a change sees it at once.
 */
const steps = [
  recordCall,
  refuseCrossSite,
  countCall,
  requireSession,
  refuseSanctioned,
  requireAdmin,
  readInput,
  sendAnswer,
  forgetContents,
  offerForm,
  runHandler,
];

/** Mounts a feature: every rule that the contract states is a step before its handler. */
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
    const handler = handlers[name] as unknown as Route["handler"];
    const route: Route = {
      config,
      knex,
      microCache,
      limiter,
      contract,
      schemas: schemasOf(contract),
      handler,
    };
    router.register(
      contract.path,
      [contract.method],
      steps.map((step) => step(route)),
    );
  }
};
