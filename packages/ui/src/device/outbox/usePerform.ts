import { useState } from "react";
import { useMe } from "../../client/session.ts";
import type { Performed } from "../jobs/engine.ts";
import type { ActKind, Acts } from "../jobs/handlers/act.ts";
import { useOutbox } from "./useOutbox.ts";

/** Makes one kind of act for the signed-in user, where a form waits for the first result. */
export const usePerform = <K extends ActKind>(kind: K) => {
  const { user } = useMe();
  const { outbox } = useOutbox(user?.id);
  const [isPending, setIsPending] = useState(false);
  const perform = async (input: Acts[K]["input"]): Promise<Performed<K> | undefined> => {
    // A second press can come before the first is drawn.
    if (isPending || !outbox) return undefined;
    setIsPending(true);
    try {
      return await outbox.perform(kind, input);
    } finally {
      setIsPending(false);
    }
  };
  return { perform, isPending };
};
