import { AppError } from "@knowhow/shared";
import { User } from "../users/User.ts";
import type { Config } from "../../config.ts";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { administrators, emit } from "../../events/emit.ts";
import { penaltyFlag, penaltyLifecycle } from "./lifecycle.ts";
import { liftNoticeOf, postNotice } from "./notice.ts";
import { Penalty } from "./Penalty.ts";
import { applyStanding } from "./standing.ts";

const { lift } = penaltyLifecycle.moves;

/** Lifts a penalty: standing, rooms, payouts and the notice, in one transaction. Of two at once one wins. */
export const liftPenalty = async (
  trx: Trx,
  { config }: { config: Pick<Config, "adminUserIds"> },
  { penaltyId, adminId, reason }: { penaltyId: string; adminId: string; reason: string },
): Promise<Penalty> => {
  const found = await Penalty.query(trx).findById(penaltyId);
  if (!found) throw new AppError("NOT_FOUND");
  // The user first, as in every change of a standing; the lock spares their key, which their messages refer to.
  const user = await User.query(trx).findById(found.userId).forNoKeyUpdate().throwIfNotFound();
  const lifted = await Penalty.query(trx)
    .patch({ isActive: penaltyFlag[lift.to], liftedAt: appNow(), liftReason: reason, liftedBy: adminId })
    .where({ id: penaltyId })
    .whereIn(
      "is_active",
      lift.from.map((state) => penaltyFlag[state]),
    )
    .returning("*")
    .first();
  if (!lifted) throw new AppError("ALREADY_LIFTED");
  const { standing, news } = await applyStanding(trx, lifted.userId);
  const notice = {
    userId: lifted.userId,
    penaltyId,
    text: liftNoticeOf(lifted, { wasBanned: user.isBanned === 1, standing }),
    admins: await administrators(trx, config),
  };
  const told = await postNotice(trx, notice);
  await emit(trx, [{ to: [lifted.userId], name: "sanction", data: {} }, ...told, ...news]);
  return lifted;
};
