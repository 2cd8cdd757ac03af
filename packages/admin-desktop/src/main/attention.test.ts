import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { watchAttention } from "./attention.ts";

it("tells each page and at each change whether somebody looks at the window", () => {
  const state = { isVisible: true, isMinimized: false, isFocused: true };
  const webContents = new EventEmitter();
  const window = Object.assign(new EventEmitter(), {
    isVisible: () => state.isVisible,
    isMinimized: () => state.isMinimized,
    isFocused: () => state.isFocused,
    webContents,
  });
  const told: boolean[] = [];
  watchAttention(window, (isAttended) => told.push(isAttended));
  const change = (name: string, now: Partial<typeof state>) => {
    Object.assign(state, now);
    window.emit(name);
    return told.at(-1);
  };
  webContents.emit("did-finish-load");
  expect(told).toEqual([true]);
  expect(change("blur", { isFocused: false })).toBe(false);
  expect(change("focus", { isFocused: true })).toBe(true);
  // Some systems leave a hidden window its focus.
  expect(change("hide", { isVisible: false })).toBe(false);
  expect(change("show", { isVisible: true })).toBe(true);
  expect(change("minimize", { isMinimized: true })).toBe(false);
  expect(change("restore", { isMinimized: false })).toBe(true);
  expect(told).toHaveLength(7);
});
