/** Names the person for whom a request is made: it is answered only while that very person is signed in. */
export const personHeader = "x-knowhow-person";

/** A session lasts so many days after its last use, at the most. */
export const sessionDays = 14;

/** By this the administrators' console names itself; no browser does. */
export const clientHeader = "x-knowhow-client";
export const consoleClient = "console";

/** A console session ends so many hours after the sign-in, even in use. */
export const consoleSessionHours = 12;

/** So many days after a session ended, a device deletes what it kept for its person. */
export const lockedDays = 30;

/** Days for which a device tries to send words, from the first try on; then their author decides. */
export const sendingDays = 30;

/** So long the server knows the key of an act again, in days; longer than any device tries by itself. */
export const keyDays = 45;
