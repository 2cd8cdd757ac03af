import type { Report } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { client } from "../../client/client.ts";
import { invalidate } from "../../client/queries.ts";
import type { Seen } from "./decision.ts";
import { seenWith } from "./triage/decisions.ts";
import { useMade } from "./triage/DecisionsProvider.tsx";
import { useUserHistory } from "./UserHistory.tsx";

type Person = Report["reportedUser"];

const fingerprint = ({ id, warningCount, suspendedUntil, isBanned }: Person): string =>
  [id, warningCount, suspendedUntil, isBanned].join(" ");

/** Reads the history anew when the report itself shows another sanction status: another administrator has decided. */
const useFollow = (person: Person): void => {
  const queryClient = useQueryClient();
  const { id } = person;
  const trace = fingerprint(person);
  const known = useRef(trace);
  useEffect(() => {
    if (known.current === trace) return;
    known.current = trace;
    void invalidate(queryClient, client.penalties.history, { params: { id } });
  }, [queryClient, id, trace]);
};

interface ShownStanding {
  /** Whether it was read, and is not the list's. */
  isKnown: boolean;
  /** Whether it was read since the report was opened. */
  isFresh: boolean;
  seen: Seen;
}

/** The sanction status of a report's person with decisions on their way. */
export const useStanding = ({ reportedUser }: Report): ShownStanding => {
  const made = useMade();
  useFollow(reportedUser);
  // Fresher than the list, once it has arrived: another report may have been decided meanwhile.
  const { data, isFetchedAfterMount, isSuccess } = useUserHistory(reportedUser.id);
  const read = data?.user;
  const { warningCount, suspendedUntil, isBanned } = read ?? reportedUser;
  return {
    isKnown: read !== undefined,
    isFresh: isFetchedAfterMount && isSuccess,
    seen: seenWith(made, reportedUser.id, { warningCount, suspendedUntil, isBanned }),
  };
};
