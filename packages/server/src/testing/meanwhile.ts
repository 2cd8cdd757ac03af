import { Model } from "objection";
import { setTimeout as sleep } from "node:timers/promises";
import type { Trx } from "../database/BaseModel.ts";
import type { Deps } from "../deps.ts";
import type { Answer } from "./client.ts";

/** Sends a call while a transaction is open that is committed a moment later, and gives the call's answer. */
export const meanwhile = async (
  { knex }: Pick<Deps, "knex">,
  work: (trx: Trx) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> => {
  let answer: Promise<Answer> | undefined;
  await Model.transaction(knex, async (trx) => {
    await work(trx);
    answer = call();
    await sleep(300);
  });
  if (!answer) throw new Error("never sent");
  return answer;
};
