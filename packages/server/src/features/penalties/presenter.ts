import type { Penalty as WirePenalty } from "@knowhow/shared";
import type { Penalty } from "./Penalty.ts";

/** A penalty as administrators see it. */
export const presentPenalty = (penalty: Penalty): WirePenalty => ({
  id: penalty.id,
  userId: penalty.userId,
  reportId: penalty.reportId,
  adminId: penalty.adminId,
  penaltyType: penalty.penaltyType,
  duration: penalty.duration,
  reason: penalty.reason,
  startDate: penalty.startDate.toISOString(),
  endDate: penalty.endDate?.toISOString() ?? null,
  isActive: penalty.isActive === 1,
  createdAt: penalty.createdAt.toISOString(),
  seenAt: penalty.seenAt?.toISOString() ?? null,
  liftedAt: penalty.liftedAt?.toISOString() ?? null,
  liftReason: penalty.liftReason,
});
