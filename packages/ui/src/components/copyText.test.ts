import { afterEach, describe, expect, it, vi } from "vitest";
import { copyText } from "./copyText.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const giveClipboard = (writeText: (text: string) => Promise<void>) =>
  vi.stubGlobal("navigator", { clipboard: { writeText } });
/** jsdom has no such command; a browser would copy the text that is selected when it is called. */
const giveCommand = (answer: () => boolean) => {
  const selected: string[] = [];
  Object.assign(document, {
    execCommand: () => {
      const area = document.activeElement;
      if (area instanceof HTMLTextAreaElement)
        selected.push(area.value.slice(area.selectionStart, area.selectionEnd));
      return answer();
    },
  });
  return selected;
};

describe("copyText", () => {
  it("uses the clipboard", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    giveClipboard(writeText);
    expect(await copyText("요약")).toBe(true);
    expect(writeText).toHaveBeenCalledWith("요약");
  });

  it("copies by selecting where the browser keeps the clipboard to itself, and gives the focus back", async () => {
    giveClipboard(() => Promise.reject(new Error("not allowed")));
    const selected = giveCommand(() => true);
    document.body.innerHTML = "<div role='dialog'><button>복사</button></div>";
    const button = document.querySelector("button");
    button?.focus();
    expect(await copyText("요약")).toBe(true);
    expect(selected).toEqual(["요약"]);
    expect(button).toHaveFocus();
    expect(document.querySelector("textarea")).toBeNull();
  });

  it("tells when nothing was copied", async () => {
    vi.stubGlobal("navigator", {});
    giveCommand(() => {
      throw new Error("no");
    });
    expect(await copyText("요약")).toBe(false);
  });
});
