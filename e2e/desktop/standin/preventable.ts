import type { EventEmitter } from "node:events";

/** Emits an event that a listener may prevent; true where none has. */
export const emitPreventable = (
  emitter: EventEmitter,
  name: string,
  facts: object = {},
  ...more: unknown[]
): boolean => {
  const state = { isPrevented: false };
  const preventDefault = () => {
    state.isPrevented = true;
  };
  emitter.emit(name, { ...facts, preventDefault }, ...more);
  return !state.isPrevented;
};
