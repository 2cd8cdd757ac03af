/**
 * The address of the payouts of one order, by its number, or of one seller, by their id: a nickname could equal another
 * user's login id.
 */
export const payoutsOf = (sought: string): string => `/payouts?q=${encodeURIComponent(sought)}`;
