import { string } from "yup";
import { dropOwn, keepOwn, readOwn } from "../client/ownMemory.ts";

const nameOf = (contentId: string, userId: string) => `comment:${contentId}:${userId}`;

/** What this person wrote under a content and did not send, in this tab. */
export const readUnsent = (contentId: string, userId: string | undefined): string => {
  if (userId === undefined) return "";
  const kept = readOwn(nameOf(contentId, userId));
  return string().defined().strict().isValidSync(kept) ? kept : "";
};

/** Keeps what was typed, until it is sent or the person signs out. */
export const keepUnsent = (contentId: string, userId: string | undefined, text: string): void => {
  if (userId === undefined) return;
  const name = nameOf(contentId, userId);
  if (text === "") dropOwn(name);
  else keepOwn(name, text);
};
