import type { penalties } from "@knowhow/shared";
import { noteLooking } from "../chats/audit.ts";
import { appTime } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { readHistory } from "./history.ts";
import { liftPenalty } from "./lift.ts";
import { Penalty } from "./Penalty.ts";
import { presentPenalty } from "./presenter.ts";

/** Answers the calls about penalties. */
export const createPenaltyHandlers = (deps: Deps): Handlers<typeof penalties> => ({
  async seen({ params, viewer, fail }) {
    const seen = await Penalty.query(deps.knex)
      .where({ id: params.id, user_id: viewer.id })
      .patch({ seenAt: appTime("coalesce(seen_at, app_now())") });
    if (seen === 0) return fail("NOT_FOUND");
    return { ok: true };
  },
  lift: ({ params, body, viewer, transaction }) =>
    transaction(async (trx) => ({
      penalty: presentPenalty(
        await liftPenalty(trx, deps, { penaltyId: params.id, adminId: viewer.id, reason: body.reason }),
      ),
    })),
  async history({ params, viewer }) {
    const history = await readHistory(deps, params.id);
    await noteLooking(deps, { adminId: viewer.id, kind: "history", userId: params.id });
    return history;
  },
});
