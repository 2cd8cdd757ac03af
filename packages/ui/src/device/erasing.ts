import type { Device } from "./device.ts";
import { forgetViews } from "../client/keptViews.ts";
import { noteBanMet, noteSessionEnd } from "../client/activeUser.ts";
import { noteKeys, readNote, searchesKey, writeNote } from "../client/notes.ts";

/** On the device: people who signed out here or were banned, and whose data is not all deleted yet. */
const prefix = "knowhow-erase:";
const forBan = "ban";

const whyOf = (personId: string): string | null => readNote(prefix + personId);

/** Notes that everything of a person has to be deleted, or not any more. */
export const schedulePurge = (personId: string, isDue: boolean): void =>
  writeNote(prefix + personId, isDue ? "1" : null);

const erasingForBan = new Set<string>();

/**
 * Deletes everything that the device keeps of a signed-out person, or the waiting jobs of a banned one, who stays
 * signed in; a failed or interrupted deletion stays noted.
 */
export const erasePerson = async (
  { eraseOutbox }: Device,
  personId: string,
  why?: typeof forBan,
): Promise<void> => {
  // The session is read more often than one deletion takes.
  if (why && erasingForBan.has(personId)) return;
  if (why) erasingForBan.add(personId);
  else schedulePurge(personId, true);
  if (whyOf(personId) === null) writeNote(prefix + personId, forBan);
  forgetViews();
  if (!why) writeNote(searchesKey(personId), null);
  try {
    await eraseOutbox(personId);
    // A sign-out may have come during the ban's deletion.
    if (whyOf(personId) === forBan) noteBanMet(personId);
    else noteSessionEnd(personId, undefined);
    schedulePurge(personId, false);
  } catch (error) {
    // Data that can not be deleted now is never sent in another user's name.
    console.warn(error);
  }
  if (why) erasingForBan.delete(personId);
};

/** Deletes the waiting jobs of a banned person. */
export const eraseForBan = (device: Device, personId: string): Promise<void> =>
  erasePerson(device, personId, forBan);

/** Deletes the remains of people who have signed out or were banned. */
export const finishErasing = async (device: Device): Promise<void> => {
  for (const personId of noteKeys(prefix)) {
    const why = whyOf(personId);
    // A person who has signed in again meanwhile keeps their data.
    if (why !== null) await (why === forBan ? eraseForBan : erasePerson)(device, personId);
  }
};
