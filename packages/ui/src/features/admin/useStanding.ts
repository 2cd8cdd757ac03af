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

/** Has the history read anew when the report itself tells of another standing: a colleague has decided meanwhile. */
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

/** How the person of a report stands with what is on its way, and whether that was read or is the list's. */
export const useStanding = ({ reportedUser }: Report): { isKnown: boolean; seen: Seen } => {
  const made = useMade();
  useFollow(reportedUser);
  // Fresher than the list, where it has arrived: another report may have been decided meanwhile.
  const read = useUserHistory(reportedUser.id).data?.user;
  const { warningCount, suspendedUntil, isBanned } = read ?? reportedUser;
  return {
    isKnown: read !== undefined,
    seen: seenWith(made, reportedUser.id, { warningCount, suspendedUntil, isBanned }),
  };
};
