import { useEffect, useSyncExternalStore } from "react";
import type { Outcome, Waiting } from "./acts.ts";
import { outboxOf } from "./openOutbox.ts";

const none: readonly Waiting[] = [];
const nothing = () => () => undefined;

/** The outbox of a person and what waits in it, sent while a screen with this is there; empty without a person. */
export const useOutbox = (personId: string | undefined) => {
  const outbox = personId === undefined ? undefined : outboxOf(personId);
  useEffect(() => outbox?.start(), [outbox]);
  const rows = useSyncExternalStore(outbox?.subscribe ?? nothing, outbox?.read ?? (() => none));
  return { outbox, rows };
};

/** One lane of a person's outbox, for the screen that shows what becomes of it. */
export const useLane = (
  personId: string | undefined,
  lane: string,
  onOutcome: (outcome: Outcome) => void,
) => {
  const { outbox, rows } = useOutbox(personId);
  useEffect(() =>
    outbox?.hear((outcome) => {
      if (outcome.row.lane === lane) onOutcome(outcome);
    }),
  );
  useEffect(() => outbox?.show(lane), [outbox, lane]);
  return { outbox, rows: rows.filter((row) => row.lane === lane) };
};
