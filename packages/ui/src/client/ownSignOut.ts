/** Options of the app's own navigations to /logout: after any other, as by a link in a person's words, it asks first. */
export const ownSignOut = { state: { isOwnSignOut: true } } as const;

/** Tells by the state of its navigation whether the app itself led to /logout. */
export const isOwnSignOut = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "isOwnSignOut" in state && state.isOwnSignOut === true;
