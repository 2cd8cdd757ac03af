import { useEffect, useState, useSyncExternalStore } from "react";
import { createOutbox, type Delivery } from "./outbox.ts";

/** The outbox of a room and its writer, for as long as the screen is there; mount it anew for another room. */
export const useOutbox = (room: string, delivery: Delivery) => {
  const [outbox] = useState(() => createOutbox(room));
  const outgoing = useSyncExternalStore(outbox.subscribe, outbox.read);
  useEffect(() => outbox.through(delivery));
  useEffect(() => outbox.resume(), [outbox]);
  const { send, retry, discard } = outbox;
  return { outgoing, send, retry, discard };
};
