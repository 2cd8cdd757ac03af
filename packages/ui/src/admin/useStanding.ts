import type { Report } from "@knowhow/shared";
import type { Standing } from "./decision.ts";
import { useUserHistory } from "./UserHistory.tsx";

/** How the person of a report stands with so many warnings more, and whether that was read or is the list's. */
export const useStanding = (
  { reportedUser }: Report,
  onTheWay = 0,
): { isKnown: boolean; standing: Standing } => {
  // Fresher than the list, where it has arrived: another report may have been decided meanwhile.
  const read = useUserHistory(reportedUser.id).data?.user;
  const { warningCount, isBanned } = read ?? reportedUser;
  return { isKnown: read !== undefined, standing: { warningCount: warningCount + onTheWay, isBanned } };
};
