/** Tells whether a read is a background refresh (`?peek=1`): it shows everything, and counts as no look at it. */
export const isPeek = (peek: string | undefined): boolean => peek === "1";
