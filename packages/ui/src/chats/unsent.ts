import { array, object, string } from "yup";
import { dropOwn, keepOwn, readOwn } from "../client/ownMemory.ts";

const shape = object({
  /** What stands in the box. */
  text: string().defined(),
  /** What was sent and is not known to be stored; with a reason when it was refused. */
  sent: array(
    object({
      clientId: string().required(),
      text: string().required(),
      createdAt: string().required(),
      failure: string(),
    }),
  ).required(),
});

/** A message on its way, or one that did not get through. */
export interface Outgoing {
  /** Names the message: sending it again stores it once. */
  clientId: string;
  text: string;
  createdAt: string;
  /** Why it was not stored; absent while it is being sent. */
  failure?: string | undefined;
}

/** What somebody wrote into a room and that did not get through yet. */
export interface Unsent {
  text: string;
  sent: Outgoing[];
}

const nothing: Unsent = { text: "", sent: [] };

/** What is unsent in a room, in this tab; `room` names it among all kinds of rooms. */
export const readUnsent = (room: string): Unsent => {
  const kept = readOwn(room);
  return shape.isValidSync(kept) ? shape.cast(kept) : nothing;
};

/** Keeps a change of it, until it is sent or the person signs out. */
export const keepUnsent = (room: string, change: Partial<Unsent>): void => {
  const next = { ...readUnsent(room), ...change };
  if (next.text === "" && next.sent.length === 0) dropOwn(room);
  else keepOwn(room, next);
};
