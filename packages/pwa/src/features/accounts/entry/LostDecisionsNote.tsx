import Alert from "@mui/material/Alert";
import { useMe } from "@knowhow/ui/client/session.ts";
import { lostWords, useLostDecisions } from "@knowhow/ui/device/lostDecisions.ts";

/** While nobody is signed in: that an administrator's decisions went with the session. */
export const LostDecisionsNote = () => {
  const { user } = useMe();
  const count = useLostDecisions();
  return user || count === 0 ? null : (
    <Alert severity="warning" role="status">
      {lostWords(count)}
    </Alert>
  );
};
