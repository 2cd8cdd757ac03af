/**
 * The address of the payouts of one order, by its number, or of one seller, by their id: another's nickname may be what
 * somebody signs in with.
 */
export const payoutsOf = (sought: string): string => `/payouts?q=${encodeURIComponent(sought)}`;
