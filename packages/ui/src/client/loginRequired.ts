type Listener = () => void;
const listeners = new Set<Listener>();

/** Tells whoever keeps the session that the server asked for a login. */
export const tellLoginRequired = (): void => {
  for (const listener of listeners) listener();
};

/** Is told of every such answer; gives the way to stop listening. */
export const onLoginRequired = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
