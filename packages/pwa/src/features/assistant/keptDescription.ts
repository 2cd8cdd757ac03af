import { string } from "yup";
import { removeTabItems, setTabItem, getTabItem } from "@knowhow/ui/client/tabItems.ts";

const nameOf = (userId: string, subject: string) => `assistant:${userId}:${subject}`;
const shape = string().defined();

/** The description last typed for the helper in this tab. `subject`: a content's id, or `new`. */
export const readDescription = (userId: string, subject: string): string => {
  const kept = getTabItem(nameOf(userId, subject));
  return shape.isValidSync(kept, { strict: true }) ? kept : "";
};

/** Keeps the description while it is typed, over a reload and a sign-in. */
export const keepDescription = (userId: string, subject: string, text: string): void => {
  if (text === "") removeTabItems(nameOf(userId, subject));
  else setTabItem(nameOf(userId, subject), text);
};
