import { AppError } from "@knowhow/shared";
import type { Context } from "koa";
import type { Deps } from "../deps.ts";
import { currentSessionHash } from "./session.ts";
import { stateOf } from "./state.ts";

/**
 * Fails with PASSWORD_REQUIRED unless the password was entered in this session within the last ten minutes. Call it
 * after the input was judged and before anything is looked up.
 */
export const requireFreshPassword = (ctx: Context): Promise<void> =>
  stateOf(ctx).viewer?.isPasswordFresh
    ? Promise.resolve()
    : Promise.reject(new AppError("PASSWORD_REQUIRED"));

/** Notes that the password was entered in this session just now. A session that ended meanwhile stays ended. */
export const markPasswordFresh = async (ctx: Context, { knex }: Pick<Deps, "knex">): Promise<void> => {
  await knex("sessions")
    .where({ id_hash: currentSessionHash(ctx) ?? "" })
    .update({ password_at: knex.raw("app_now()") });
};
