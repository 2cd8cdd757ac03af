import { array, object, string } from "yup";
import { dropOwn, keepOwn, readOwn } from "../client/ownMemory.ts";

const shape = object({
  /** What stands in the box. */
  text: string().defined(),
  /** What was sent and is not known to be stored. */
  sent: array(object({ key: string().required(), text: string().required() })).required(),
});

/** What somebody wrote under a content and that did not get through yet. */
export interface Unsent {
  text: string;
  sent: { key: string; text: string }[];
}

const nameOf = (contentId: string, userId: string) => `comment:${contentId}:${userId}`;
const nothing: Unsent = { text: "", sent: [] };

/** What this person has unsent under a content, in this tab. */
export const readUnsent = (contentId: string, userId: string | undefined): Unsent => {
  if (userId === undefined) return nothing;
  const kept = readOwn(nameOf(contentId, userId));
  return shape.isValidSync(kept) ? shape.cast(kept) : nothing;
};

/** Keeps a change of it, until it is sent or the person signs out. */
export const keepUnsent = (contentId: string, userId: string | undefined, change: Partial<Unsent>): void => {
  if (userId === undefined) return;
  const name = nameOf(contentId, userId);
  const next = { ...readUnsent(contentId, userId), ...change };
  if (next.text === "" && next.sent.length === 0) dropOwn(name);
  else keepOwn(name, next);
};
