import { useEffect, useRef, type CompositionEvent, type KeyboardEvent, type RefObject } from "react";

/** How long an input method may take to commit after Enter, in ms; then it is made to. */
const commitMs = 60;

const isEnter = ({ key, code }: globalThis.KeyboardEvent): boolean =>
  key === "Enter" || code === "Enter" || code === "NumpadEnter";

/** Of kana and Chinese characters, Hanja too, Enter chooses what was meant, and no more. */
const isChoosing = (text: string): boolean =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text);

/**
 * Enter sends, Shift+Enter begins a line. While a syllable is composed, one Enter commits it and sends, once: browsers
 * tell of that press before, after or on both sides of the commit, and some insert a line as well.
 */
export const useEnterSends = (box: RefObject<HTMLTextAreaElement | null>, onSend: () => void) => {
  const composition = useRef<{ isOn: boolean; text: string }>({ isOn: false, text: "" });
  /** One press of Enter that is being dealt with, until it is let go. */
  const isPressed = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useRef(onSend);
  useEffect(() => {
    send.current = onSend;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  const sendSoon = (ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // An input method that does not commit by itself does when the focus goes.
      if (composition.current.isOn) {
        box.current?.blur();
        box.current?.focus();
      }
      send.current();
    }, ms);
  };
  useEffect(() => {
    const element = box.current;
    // React knows this event only as a text that was typed.
    const handleBeforeInput = (event: InputEvent) => {
      if (isPressed.current && /^insert(LineBreak|Paragraph)$/.test(event.inputType)) event.preventDefault();
    };
    element?.addEventListener("beforeinput", handleBeforeInput);
    return () => element?.removeEventListener("beforeinput", handleBeforeInput);
  }, [box]);

  return {
    /** Sends what stands there, a syllable that is still composed included. */
    sendNow: () => sendSoon(0),
    handlers: {
      onCompositionStart: () => {
        composition.current = { isOn: true, text: "" };
      },
      onCompositionUpdate: ({ data }: CompositionEvent) => {
        composition.current.text = data;
      },
      onCompositionEnd: () => {
        composition.current.isOn = false;
        // What was committed is in the box by the next turn, in every browser.
        if (isPressed.current) sendSoon(0);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const { nativeEvent } = event;
        if (!isEnter(nativeEvent) || nativeEvent.shiftKey) {
          isPressed.current = false;
          return;
        }
        // The same press, told again after the commit, or held down.
        if (isPressed.current) {
          event.preventDefault();
          return;
        }
        // Safari tells of the press after the commit, and by this number alone that it belonged to it.
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else says so there
        const isComposed = nativeEvent.isComposing || nativeEvent.keyCode === 229;
        if (isComposed && isChoosing(composition.current.text)) return;
        isPressed.current = true;
        if (isComposed) sendSoon(composition.current.isOn ? commitMs : 0);
        else {
          event.preventDefault();
          send.current();
        }
      },
      onKeyUp: ({ nativeEvent }: KeyboardEvent) => {
        if (isEnter(nativeEvent)) isPressed.current = false;
      },
      onBlur: () => {
        isPressed.current = false;
      },
    },
  };
};
