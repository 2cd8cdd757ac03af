import type { Penalty } from "@knowhow/shared";
import { serverNow } from "../../client/serverClock.ts";

/** How a penalty stands now: a suspension is over by itself at its end. */
export const penaltyState = ({
  isActive,
  penaltyType,
  endDate,
}: Pick<Penalty, "isActive" | "penaltyType" | "endDate">): "lifted" | "over" | "active" => {
  if (!isActive) return "lifted";
  return penaltyType === "suspension" && endDate !== null && new Date(endDate) <= serverNow()
    ? "over"
    : "active";
};
