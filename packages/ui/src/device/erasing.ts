import { eraseOutbox } from "./outbox/openOutbox.ts";
import { forgetViews } from "../client/keptViews.ts";
import { noteBanMet, noteSessionEnd } from "../client/activeUser.ts";

/** On the device: who signed out here or was banned, and of whom not everything has been deleted. */
const prefix = "knowhow-erase:";
const forBan = "ban";

const note = (personId: string, why: string): void => {
  try {
    window.localStorage.setItem(prefix + personId, why);
  } catch {
    // A browser that keeps nothing has nothing to delete.
  }
};

const whyOf = (personId: string): string | null => {
  try {
    return window.localStorage.getItem(prefix + personId);
  } catch {
    // As above.
    return null;
  }
};

/** Notes that everything of a person has to be deleted, or not any more. */
export const schedulePurge = (personId: string, isDue: boolean): void => {
  if (isDue) {
    note(personId, "1");
    return;
  }
  try {
    window.localStorage.removeItem(prefix + personId);
  } catch {
    // As above.
  }
};

const toErase = (): string[] => {
  try {
    return Object.keys(window.localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  } catch {
    // As above.
    return [];
  }
};

const purgeLocalData = async (personId: string): Promise<void> => {
  forgetViews();
  try {
    await eraseOutbox(personId);
    // A sign-out may have come meanwhile.
    if (whyOf(personId) === forBan) noteBanMet(personId);
    else noteSessionEnd(personId, undefined);
    schedulePurge(personId, false);
  } catch (error) {
    // What can not be deleted now is never sent by anybody else.
    console.warn(error);
  }
};

/** Deletes all that the device keeps for who has signed out; what fails or is cut off stays noted. */
export const erasePerson = async (personId: string): Promise<void> => {
  schedulePurge(personId, true);
  await purgeLocalData(personId);
};

const erasingForBan = new Set<string>();

/** Deletes what waits for a banned person, who is still here; what fails or is cut off stays noted. */
export const eraseForBan = async (personId: string): Promise<void> => {
  // Who is here is answered more often than it is done.
  if (erasingForBan.has(personId)) return;
  erasingForBan.add(personId);
  if (whyOf(personId) === null) note(personId, forBan);
  await purgeLocalData(personId);
  erasingForBan.delete(personId);
};

/** Deletes what is still there of those who have signed out or were banned. */
export const finishErasing = async (): Promise<void> => {
  for (const personId of toErase()) {
    const why = whyOf(personId);
    // Who has signed in again meanwhile keeps what is theirs.
    if (why === null) continue;
    await (why === forBan ? eraseForBan(personId) : erasePerson(personId));
  }
};
