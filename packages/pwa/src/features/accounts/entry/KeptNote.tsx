import Alert from "@mui/material/Alert";
import { useEffect, useState, useSyncExternalStore } from "react";
import { lockedPerson, onLocked } from "@knowhow/ui/client/locked.ts";
import { useDevice } from "@knowhow/ui/client/platform.tsx";
import { useMe } from "@knowhow/ui/client/session.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { withoutSessionEnd } from "@knowhow/ui/features/layout/useLoginAction.ts";
import { keptWords, readKeptCount } from "@knowhow/ui/device/outbox/keptCount.ts";

/** How many unsent entries of a user the device keeps; 0 until they are counted. */
const useKeptCount = (personId: string | undefined): number => {
  const device = useDevice();
  const [found, setFound] = useState<{ personId: string; count: number }>();
  useEffect(() => {
    let isOver = false;
    if (personId !== undefined)
      readKeptCount(device, personId).then(
        (count) => {
          if (!isOver) setFound({ personId, count });
        },
        // Entries are kept also where counting fails.
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [device, personId]);
  return found !== undefined && found.personId === personId ? found.count : 0;
};

/** Without a session: says how many unsent entries are kept, but neither whose nor which. */
export const KeptNote = () => {
  const locked = useSyncExternalStore(onLocked, lockedPerson);
  const { user } = useMe();
  const count = useKeptCount(user ? undefined : locked);
  const toast = useToast();
  useEffect(() => {
    // The notice of the session's end says the same.
    if (count > 0) toast(withoutSessionEnd);
  }, [count, toast]);
  return count === 0 ? null : (
    <Alert severity="info" role="status">
      {keptWords(count)}
    </Alert>
  );
};
