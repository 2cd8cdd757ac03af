import { sessionDays } from "@knowhow/shared";
import { forgetViews } from "./keptViews.ts";
import { pendingSignOut } from "./leaving.ts";
import { noteKeys, readNote, writeNote } from "./notes.ts";

const personKey = "knowhow-person";
const endPrefix = "knowhow-ends:";
const bannedKey = "knowhow-banned";
const turnKey = "knowhow-turn";
/** Public lists as this device last read them. */
export const publicPagesKey = "knowhow-public";
/** Whose readings this device has shown: they have a place on the first screen before they are known. */
export const readingsKey = "knowhow-readings";
/** Whose shelves of home this device has shown, and how many: they have their places before they are read. */
export const shelvesKey = "knowhow-shelves";

/** Longest time between the server's last confirmation of a person and the end of their session. */
const sessionMs = sessionDays * 24 * 60 * 60_000;

/** When the session of a person on this device ended, or will at the latest, in milliseconds. */
export const sessionEndOf = (personId: string): number | undefined => {
  const kept = Number(readNote(endPrefix + personId) ?? Number.NaN);
  return Number.isFinite(kept) ? kept : undefined;
};

/** Notes that time; `undefined` once the device keeps nothing of the person. */
export const noteSessionEnd = (personId: string, at: number | undefined): void => {
  writeNote(endPrefix + personId, at === undefined ? null : String(at));
  if (at === undefined && readNote(bannedKey) === personId) writeNote(bannedKey, null);
};

/** Whether the device may keep anything of any user; else all that it keeps has to be deleted. */
export const hasKnownUser = (): boolean => noteKeys(endPrefix).length > 0;

/** Whose answers are kept on this device at present: known from its start on, also without a network. */
export const activeUserId = (): string | null => {
  // From the moment of a sign-out there is no active user, finished or not.
  if (pendingSignOut() !== undefined) return null;
  const personId = readNote(personKey);
  return personId !== null && (sessionEndOf(personId) ?? Infinity) > Date.now() ? personId : null;
};

/**
 * The session epoch: a text that changes with every change of person, in any tab. An answer to a request of another
 * epoch belongs to no user, not even to the same person in a later session.
 */
export const sessionEpoch = (): string => `${readNote(turnKey) ?? 0} ${activeUserId() ?? ""}`;

/**
 * Whether the answer to a request of an epoch is for the active user: asked for in this epoch, or before any user was
 * known and this person came next, as on the first screen, which asks for the session together with all the rest.
 */
export const isForActiveUser = (turn: string): boolean => {
  if (turn === sessionEpoch()) return true;
  const [count, personId] = turn.split(" ");
  return personId === "" && Number(count) + 1 === Number(readNote(turnKey) ?? 0) && activeUserId() !== null;
};

/** Sets the user whose answers are kept from now on; null after a sign-out or the end of a session. */
export const setActiveUser = (personId: string | null): void => {
  const before = readNote(personKey);
  const now = Date.now();
  writeNote(personKey, personId);
  // Deleted at once and not only noted: kept views are read before anything else.
  if (before !== personId || personId === null) forgetViews();
  if (before !== personId) {
    writeNote(turnKey, String(Number(readNote(turnKey) ?? 0) + 1));
    // The lists that were read tell about their reader.
    writeNote(publicPagesKey, null);
    writeNote(readingsKey, null);
    writeNote(shelvesKey, null);
  }
  if (before !== null && before !== personId)
    noteSessionEnd(before, Math.min(sessionEndOf(before) ?? now, now));
  if (personId !== null) noteSessionEnd(personId, now + sessionMs);
};

/** Whether a person is banned and their waiting jobs are not deleted yet; a ban that is over is forgotten. */
export const isBanUnmet = ({ id, isBanned }: { id: string; isBanned: boolean }): boolean => {
  const isMet = readNote(bannedKey) === id;
  if (isMet && !isBanned) writeNote(bannedKey, null);
  return isBanned && !isMet;
};

/** Notes that the waiting jobs are deleted: jobs that a banned person adds from now on are kept. */
export const noteBanMet = (personId: string): void => writeNote(bannedKey, personId);
