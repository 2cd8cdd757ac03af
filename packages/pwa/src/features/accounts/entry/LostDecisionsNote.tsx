import Alert from "@mui/material/Alert";
import { useMe } from "@knowhow/ui/client/session.ts";
import { lostWords, useLostDecisions } from "@knowhow/ui/device/lostDecisions.ts";

/** Without a session: tells that an administrator's unsent decisions were lost with it. */
export const LostDecisionsNote = () => {
  const { user } = useMe();
  const count = useLostDecisions();
  return user || count === 0 ? null : (
    <Alert severity="warning" role="status">
      {lostWords(count)}
    </Alert>
  );
};
