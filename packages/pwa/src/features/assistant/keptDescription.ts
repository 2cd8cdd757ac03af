import { string } from "yup";
import { dropOwn, keepOwn, readOwn } from "@knowhow/ui/client/ownMemory.ts";

const nameOf = (userId: string, subject: string) => `assistant:${userId}:${subject}`;
const shape = string().defined();

/** What somebody last told the helper about a content, in this tab. `subject`: a content's id, or `new`. */
export const readDescription = (userId: string, subject: string): string => {
  const kept = readOwn(nameOf(userId, subject));
  return shape.isValidSync(kept, { strict: true }) ? kept : "";
};

/** Keeps it while it is typed: it outlives a reload, and a sign-in in between. */
export const keepDescription = (userId: string, subject: string, text: string): void => {
  if (text === "") dropOwn(nameOf(userId, subject));
  else keepOwn(nameOf(userId, subject), text);
};
