import { useEffect } from "react";
import { createLiveValue } from "../../client/liveValue.ts";
import type { Job, Outcome } from "../jobs/job.ts";
import { hasSameRows, useLive } from "../useLive.ts";
import { useDevice } from "../../client/platform.tsx";

const nobody = createLiveValue<readonly Job[]>([]);

/** The outbox of a person and selected jobs of it, sent while a screen uses this; empty without a person. */
const useSelected = (personId: string | undefined, select: (jobs: readonly Job[]) => readonly Job[]) => {
  const { outboxOf } = useDevice();
  const outbox = personId === undefined ? undefined : outboxOf(personId);
  useEffect(() => outbox?.start(), [outbox]);
  return { outbox, rows: useLive(outbox?.jobs ?? nobody, select, hasSameRows) };
};

/** The outbox of a person and its waiting jobs. */
export const useOutbox = (personId: string | undefined) => useSelected(personId, (jobs) => jobs);

/** One lane of a person's outbox, for the screen that shows its outcomes. */
export const useLane = (
  personId: string | undefined,
  lane: string,
  onOutcome: (outcome: Outcome) => void,
) => {
  const { outbox, rows } = useSelected(personId, (jobs) => jobs.filter((job) => job.lane === lane));
  useEffect(() =>
    outbox?.hear((outcome) => {
      if (outcome.job.lane === lane) onOutcome(outcome);
    }),
  );
  useEffect(() => outbox?.show(lane), [outbox, lane]);
  return { outbox, rows };
};
