const listeners = new Set<() => void>();

/** Tells the shell that the server refused a call for a sanction that its person has to read about. */
export const tellSanctioned = (): void => {
  for (const listener of listeners) listener();
};

/** Subscribes to such refusals; gives the way to stop. */
export const onSanctioned = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
