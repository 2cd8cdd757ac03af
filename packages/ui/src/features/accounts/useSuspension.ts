import { pollIntervals, type CurrentUser } from "@knowhow/shared";
import { useEffect, useReducer } from "react";
import { sanctionOf } from "./sanction.ts";

/** The end of a person's suspension, drawn anew when it is over; undefined for everybody else. */
export const useSuspension = (user: CurrentUser): string | undefined => {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const sanction = sanctionOf(user);
  const until = sanction?.kind === "suspension" ? sanction.until : undefined;
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setInterval(redraw, pollIntervals.penalty);
    return () => clearInterval(timer);
  }, [until]);
  return until;
};
