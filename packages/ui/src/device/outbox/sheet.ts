/** Whether the list of waiting acts is open, for all who open it. */
let isOpen = false;
const listeners = new Set<() => void>();

const become = (next: boolean) => {
  isOpen = next;
  for (const listener of listeners) listener();
};

/** Opens the list of waiting acts over whatever screen there is. */
export const openSheet = (): void => become(true);

/** Closes it. */
export const closeSheet = (): void => become(false);

/** Tells whether it is open. */
export const isSheetOpen = (): boolean => isOpen;

/** Calls back when that changes; answers how to stop. */
export const onSheet = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
