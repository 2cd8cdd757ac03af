import type { CDPSession, Page } from "@playwright/test";

const first = 0xac00;
const initials = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

/** What stands in the box while a syllable is typed, key by key. */
const stepsOf = (syllable: string): string[] => {
  const at = (syllable.codePointAt(0) ?? 0) - first;
  if (at < 0 || at > 11_171) return [];
  const open = String.fromCodePoint(first + at - (at % 28));
  return [...new Set([initials[Math.floor(at / 588)] ?? "", open, syllable])];
};

/** How a browser tells of an Enter that ends a syllable: while it is composed, or on both sides of the commit. */
export type Telling = "while" | "around";

/** Types Korean as an input method does: each syllable is composed, the next one commits it, and Enter the last. */
export class KoreanKeyboard {
  private constructor(
    private readonly page: Page,
    private readonly cdp: CDPSession,
  ) {}

  static async of(page: Page): Promise<KoreanKeyboard> {
    return new KoreanKeyboard(page, await page.context().newCDPSession(page));
  }

  private async compose(syllable: string): Promise<void> {
    for (const text of stepsOf(syllable))
      await this.cdp.send("Input.imeSetComposition", { text, selectionStart: 1, selectionEnd: 1 });
  }

  private async enter(telling: Telling, syllable: string): Promise<void> {
    if (telling === "while") {
      await this.page.keyboard.press("Enter");
      return;
    }
    const key = { code: "Enter", key: "Enter", windowsVirtualKeyCode: 13 };
    const taken = { code: "Enter", key: "Process", windowsVirtualKeyCode: 229 };
    await this.cdp.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...taken });
    await this.cdp.send("Input.insertText", { text: syllable });
    await this.cdp.send("Input.dispatchKeyEvent", { type: "keyDown", text: "\r", ...key });
    await this.cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  }

  /** Types a sentence that ends with a syllable, and presses Enter once while that is still composed. */
  async send(sentence: string, telling: Telling): Promise<void> {
    const syllables = [...sentence];
    const last = syllables.pop() ?? "";
    for (const syllable of syllables) {
      await this.compose(syllable);
      await this.cdp.send("Input.insertText", { text: syllable });
    }
    await this.compose(last);
    await this.enter(telling, last);
  }
}
