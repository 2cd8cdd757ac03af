import type { EventEmitter } from "node:events";

/** Emits an event that a listener may prevent; true where none has. */
export const emitPreventable = (
  emitter: EventEmitter,
  name: string,
  facts: object = {},
  ...more: unknown[]
): boolean => {
  const state = { isPrevented: false };
  const event = {
    ...facts,
    preventDefault: () => {
      state.isPrevented = true;
    },
    get defaultPrevented() {
      return state.isPrevented;
    },
  };
  emitter.emit(name, event, ...more);
  return !state.isPrevented;
};
