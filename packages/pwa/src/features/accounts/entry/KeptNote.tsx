import Alert from "@mui/material/Alert";
import { useEffect, useState, useSyncExternalStore } from "react";
import { lockedPerson, onLocked } from "@knowhow/ui/client/locked.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { withoutSessionEnd } from "@knowhow/ui/features/layout/useLoginAction.ts";
import { keptWords, readKeptCount } from "@knowhow/ui/device/outbox/keptCount.ts";

/** How much of somebody's is kept here; none until it is counted. */
const useKeptCount = (personId: string | undefined): number => {
  const [found, setFound] = useState<{ personId: string; count: number }>();
  useEffect(() => {
    let isOver = false;
    if (personId !== undefined)
      readKeptCount(personId).then(
        (count) => {
          if (!isOver) setFound({ personId, count });
        },
        // What can not be counted is kept all the same.
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [personId]);
  return found !== undefined && found.personId === personId ? found.count : 0;
};

/** While nobody is signed in: that what somebody has not sent is kept. How much, and nothing of whose or what it is. */
export const KeptNote = () => {
  const locked = useSyncExternalStore(onLocked, lockedPerson);
  const { user } = useMe();
  const count = useKeptCount(user ? undefined : locked);
  const toast = useToast();
  useEffect(() => {
    // It says the same.
    if (count > 0) toast(withoutSessionEnd);
  }, [count, toast]);
  return count === 0 ? null : (
    <Alert severity="info" role="status">
      {keptWords(count)}
    </Alert>
  );
};
