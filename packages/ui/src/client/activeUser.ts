import { sessionDays } from "@knowhow/shared";
import { forgetViews } from "./keptViews.ts";
import { pendingSignOut } from "./leaving.ts";

const personKey = "knowhow-person";
const endPrefix = "knowhow-ends:";
const bannedKey = "knowhow-banned";
const turnKey = "knowhow-turn";
/** Lists that anyone may read, as this device has read them last. */
export const publicPagesKey = "knowhow-public";

/** A session ends so long after the server last knew its person, at the latest. */
const sessionMs = sessionDays * 24 * 60 * 60_000;

/** What the device has noted under a name. */
export const readNote = (key: string): string | null => {
  try {
    return window.localStorage.getItem(key);
  } catch {
    // A browser that keeps nothing has nobody.
    return null;
  }
};
/** Notes something under a name on the device, or takes it off. */
export const writeNote = (key: string, value: string | null): void => {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // As above.
  }
};

/** When the session of a person on this device ended, or will at the latest, in milliseconds. */
export const sessionEndOf = (personId: string): number | undefined => {
  const kept = Number(readNote(endPrefix + personId) ?? Number.NaN);
  return Number.isFinite(kept) ? kept : undefined;
};

/** Says that; nothing is known any more of whom the device has nothing of. */
export const noteSessionEnd = (personId: string, at: number | undefined): void => {
  writeNote(endPrefix + personId, at === undefined ? null : String(at));
  if (at === undefined && readNote(bannedKey) === personId) writeNote(bannedKey, null);
};

/** Whether the device may keep something of anybody, or has to delete it. */
export const hasKnownUser = (): boolean => {
  try {
    return Object.keys(window.localStorage).some((key) => key.startsWith(endPrefix));
  } catch {
    // As above.
    return false;
  }
};

/** Whose answers are kept on this device at present: known from its start on, also without a network. */
export const activeUserId = (): string | null => {
  // From the moment of a sign-out on it is nobody, however much of it is done by then.
  if (pendingSignOut() !== undefined) return null;
  const personId = readNote(personKey);
  return personId !== null && (sessionEndOf(personId) ?? Infinity) > Date.now() ? personId : null;
};

/**
 * Whose turn it is on this device, as a text that no later turn has, in whichever tab it begins: what was asked in
 * another turn is nobody's any more, the same person's neither.
 */
export const sessionEpoch = (): string => `${readNote(turnKey) ?? 0} ${activeUserId() ?? ""}`;

/**
 * Whether what was asked for in a turn is for who is here: asked for in this one, or while nobody was known yet and
 * they came next, as on the first screen, where who is here is asked together with all the rest.
 */
export const isForActiveUser = (turn: string): boolean => {
  if (turn === sessionEpoch()) return true;
  const [count, personId] = turn.split(" ");
  return personId === "" && Number(count) + 1 === Number(readNote(turnKey) ?? 0) && activeUserId() !== null;
};

/** Says whose answers are kept from now on: nobody's after a sign-out or when the session has ended. */
export const setActiveUser = (personId: string | null): void => {
  const before = readNote(personKey);
  const now = Date.now();
  writeNote(personKey, personId);
  // At once and not only noted: they are read before anything else is.
  if (before !== personId || personId === null) forgetViews();
  if (before !== personId) {
    writeNote(turnKey, String(Number(readNote(turnKey) ?? 0) + 1));
    // Which of them were read tells of who was here.
    writeNote(publicPagesKey, null);
  }
  if (before !== null && before !== personId)
    noteSessionEnd(before, Math.min(sessionEndOf(before) ?? now, now));
  if (personId !== null) noteSessionEnd(personId, now + sessionMs);
};

/** Whether a person is banned and what waits has not been deleted for it; a ban that is over is forgotten. */
export const isBanUnmet = ({ id, isBanned }: { id: string; isBanned: boolean }): boolean => {
  const isMet = readNote(bannedKey) === id;
  if (isMet && !isBanned) writeNote(bannedKey, null);
  return isBanned && !isMet;
};

/** Says that what waited is deleted: what a banned person says from now on is kept. */
export const noteBanMet = (personId: string): void => writeNote(bannedKey, personId);
