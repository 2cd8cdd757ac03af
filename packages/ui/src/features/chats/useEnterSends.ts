import { useEffect, useRef, type CompositionEvent, type KeyboardEvent, type RefObject } from "react";

/**
 * How long an input method that has taken an Enter may need to commit, in ms; then the commit is forced. All known ones
 * commit by themselves: the time is long enough that none on a busy machine commits twice.
 */
const commitMs = 500;

const isEnter = ({ key, code }: globalThis.KeyboardEvent): boolean =>
  key === "Enter" || code === "Enter" || code === "NumpadEnter";

/** Whether an input method has taken the key; Safari reports it by this number alone, after the commit. */
const isTaken = (event: globalThis.KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else says so in every browser
  event.keyCode === 229;

/** For kana and Chinese characters, Hanja too, Enter only chooses a candidate. */
const isChoosing = (text: string): boolean =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text);

/** The text being composed; whether Enter is pressed, its commit awaited, or being forced. */
const atRest = { isComposing: false, text: "", isPressed: false, isAwaited: false, isCommitting: false };

/**
 * Enter sends, Shift+Enter begins a line. While a syllable is composed, one Enter commits it and sends, once: browsers
 * report that press before, after or on both sides of the commit, and some insert a line as well.
 */
export const useEnterSends = (box: RefObject<HTMLTextAreaElement | null>, onSend: () => void) => {
  const now = useRef({ ...atRest });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** Sends the text of the box; a syllable that is still composed is committed by taking the focus away. */
  const send = () => {
    clearTimeout(timer.current);
    now.current.isAwaited = false;
    if (now.current.isComposing) {
      now.current.isCommitting = true;
      box.current?.blur();
      box.current?.focus();
      now.current.isCommitting = false;
    }
    onSend();
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  useEffect(() => {
    const element = box.current;
    // React reports this event only as typed text.
    const handleBeforeInput = (event: InputEvent) => {
      if (now.current.isPressed && /^insert(LineBreak|Paragraph)$/.test(event.inputType))
        event.preventDefault();
    };
    element?.addEventListener("beforeinput", handleBeforeInput);
    return () => element?.removeEventListener("beforeinput", handleBeforeInput);
  }, [box]);

  const handleKeyDown = (event: KeyboardEvent) => {
    const { nativeEvent } = event;
    const { current } = now;
    if (!isEnter(nativeEvent) || nativeEvent.shiftKey) {
      current.isPressed = false;
      return;
    }
    // The same press, reported again after the commit, or held down.
    if (current.isPressed) {
      event.preventDefault();
      return;
    }
    if (current.isComposing && isChoosing(current.text)) return;
    current.isPressed = true;
    if (current.isComposing && isTaken(nativeEvent)) {
      // The commit comes by itself, perhaps after the key was let go.
      current.isAwaited = true;
      timer.current = setTimeout(() => latest.current(), commitMs);
      return;
    }
    event.preventDefault();
    send();
  };
  return {
    send,
    handlers: {
      onCompositionStart: () => {
        Object.assign(now.current, { isComposing: true, text: "" });
      },
      onCompositionUpdate: ({ data }: CompositionEvent) => {
        now.current.text = data;
      },
      onCompositionEnd: () => {
        const { current } = now;
        current.isComposing = false;
        if (current.isAwaited && !current.isCommitting) send();
      },
      onKeyDown: handleKeyDown,
      onKeyUp: ({ nativeEvent }: KeyboardEvent) => {
        if (isEnter(nativeEvent)) now.current.isPressed = false;
      },
      onBlur: () => {
        if (!now.current.isCommitting) now.current.isPressed = false;
      },
    },
  };
};
