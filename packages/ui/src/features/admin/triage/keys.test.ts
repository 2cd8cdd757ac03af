import { describe, expect, it, onTestFinished } from "vitest";
import { actOf, isTypingIn, keyGroups, type Press } from "./keys.ts";

const press = (code: string, more: Partial<Press> = {}): Press => ({
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  // oxlint-disable-next-line typescript/no-deprecated -- some browsers tell of an input method by it alone
  keyCode: 0,
  ...more,
});

describe("keys", () => {
  it("mean the place, not the letter: a Korean layout gives ㅓ where J is", () => {
    expect(actOf(press("KeyJ"), false)).toBe("next");
    expect(actOf(press("Slash"), false)).toBe("search");
    expect(actOf(press("Slash", { shiftKey: true }), false)).toBe("sheet");
  });
  it("mean nothing while an input method composes, nor with Alt", () => {
    for (const more of [{ isComposing: true }, { keyCode: 229 }, { altKey: true }])
      for (const code of ["KeyJ", "Digit5"]) expect(actOf(press(code, more), false)).toBeUndefined();
    expect(actOf(press("Enter", { ctrlKey: true, isComposing: true }), true)).toBeUndefined();
  });
  it("are letters where something is typed, except chords", () => {
    expect(actOf(press("KeyU"), true)).toBeUndefined();
    for (const more of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(actOf(press("Enter", more), true)).toBe("submit");
      expect(actOf(press("NumpadEnter", more), true)).toBe("submit");
      // The browser's own: undo in a field, open a window.
      for (const code of ["KeyU", "KeyN", "KeyA"]) expect(actOf(press(code, more), false)).toBeUndefined();
    }
    expect(actOf(press("Enter"), true)).toBeUndefined();
    expect(actOf(press("Escape"), true)).toBe("leave");
  });
  it("are one for each act, and none for two", () => {
    const all = keyGroups.flatMap(({ rules }) => rules);
    const places = all.flatMap(({ keys }) =>
      keys.map((key) => JSON.stringify([key.code, key.shift, key.isChord])),
    );
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(all.map(({ act }) => act)).size).toBe(all.length);
  });
  it("know where somebody types", () => {
    onTestFinished(() => document.body.replaceChildren());
    document.body.innerHTML = `<input id="a"><textarea id="b"></textarea><div role="combobox"><i id="c"></i></div>
      <input type="checkbox" id="d"><button id="e"></button>`;
    const where = (id: string) => isTypingIn(document.getElementById(id));
    expect(["a", "b", "c", "d", "e"].map(where)).toEqual([true, true, true, false, false]);
  });
});
