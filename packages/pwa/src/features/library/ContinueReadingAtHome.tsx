import { useMe } from "@knowhow/ui/client/session.ts";
import type { CurrentUser } from "@knowhow/shared";
import { ContinueReading } from "./ContinueReading.tsx";
import { hasReadings, useReadings } from "./readings.ts";

const OfMember = ({ user }: { user: CurrentUser }) => (
  <ContinueReading readings={useReadings(user.id)} isAwaited={hasReadings(user.id)} />
);

/** On the home page: what its reader may go on reading. */
export const ContinueReadingAtHome = () => {
  const { user } = useMe();
  return user && <OfMember key={user.id} user={user} />;
};
