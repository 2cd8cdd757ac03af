type Listener = () => void;
const listeners = new Set<Listener>();

/** Tells the session keeper that the server asked for a login. */
export const tellLoginRequired = (): void => {
  for (const listener of listeners) listener();
};

/** Subscribes to such answers; gives the way to stop. */
export const onLoginRequired = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
