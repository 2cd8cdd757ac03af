import { sessionDays } from "@knowhow/shared";

const personKey = "knowhow-person";
const endPrefix = "knowhow-ends:";
const bannedKey = "knowhow-banned";

/** A session ends so long after the server last knew its person, at the latest. */
const sessionMs = sessionDays * 24 * 60 * 60_000;

const read = (key: string): string | null => {
  try {
    return window.localStorage.getItem(key);
  } catch {
    // A browser that keeps nothing has nobody.
    return null;
  }
};
const write = (key: string, value: string | null): void => {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // As above.
  }
};

/** When the session of a person on this device ended, or will at the latest, in milliseconds. */
export const sessionEndOf = (personId: string): number | undefined => {
  const kept = Number(read(endPrefix + personId) ?? Number.NaN);
  return Number.isFinite(kept) ? kept : undefined;
};

/** Says that; nothing is known any more of whom the device has nothing of. */
export const noteSessionEnd = (personId: string, at: number | undefined): void => {
  write(endPrefix + personId, at === undefined ? null : String(at));
  if (at === undefined && read(bannedKey) === personId) write(bannedKey, null);
};

/** Whether the device may keep something of anybody, or has to delete it. */
export const isAnybodyKnown = (): boolean => {
  try {
    return Object.keys(window.localStorage).some((key) => key.startsWith(endPrefix));
  } catch {
    // As above.
    return false;
  }
};

/** Whose answers are kept on this device at present: known from its start on, also without a network. */
export const personHere = (): string | null => {
  const personId = read(personKey);
  return personId !== null && (sessionEndOf(personId) ?? Infinity) > Date.now() ? personId : null;
};

/** Says whose answers are kept from now on: nobody's after a sign-out or when the session has ended. */
export const keepFor = (personId: string | null): void => {
  const before = read(personKey);
  const now = Date.now();
  write(personKey, personId);
  if (before !== null && before !== personId)
    noteSessionEnd(before, Math.min(sessionEndOf(before) ?? now, now));
  if (personId !== null) noteSessionEnd(personId, now + sessionMs);
};

/** Takes note of whether a person is banned; tells whether that is news on this device. */
export const isNewlyBanned = ({ id, isBanned }: { id: string; isBanned: boolean }): boolean => {
  const isKnown = read(bannedKey) === id;
  if (isBanned !== isKnown) write(bannedKey, isBanned ? id : null);
  return isBanned && !isKnown;
};
