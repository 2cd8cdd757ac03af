import { string } from "yup";
import { dropOwn, keepOwn, readOwn } from "../client/ownMemory.ts";

const nameOf = (roomId: string, personId: string) => `chat:${roomId}:${personId}`;

/** What stood in the box of a room when its writer left it, in this tab. */
export const readUnsent = (roomId: string, personId: string): string => {
  const kept = readOwn(nameOf(roomId, personId));
  return string().defined().strict().isValidSync(kept) ? kept : "";
};

/** Keeps what stands in the box, until it is sent or the person signs out. */
export const keepUnsent = (roomId: string, personId: string, text: string): void => {
  const name = nameOf(roomId, personId);
  if (text === "") dropOwn(name);
  else keepOwn(name, text);
};
