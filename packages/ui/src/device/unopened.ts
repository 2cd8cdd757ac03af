let personId: string | undefined;
const listeners = new Set<() => void>();

/** Of whom something had to be deleted that could not be opened any more and that they have not been told of. */
export const unopenedPerson = (): string | undefined => personId;

/** Says of whom that is so; undefined once it was told. */
export const setUnopenedPerson = (id: string | undefined): void => {
  personId = id;
  for (const listener of listeners) listener();
};

/** Calls back when that has changed; gives the way to stop. */
export const onUnopened = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
