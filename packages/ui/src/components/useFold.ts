import { useEffect, useRef, useState } from "react";

const fields = "[role=combobox], select, input:not([hidden], :disabled, [aria-hidden=true])";

/** A form behind a button: the focus goes into the form when it opens, and back to the button when it closes. */
export const useFold = (isOpenAtFirst: boolean) => {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [wasToggled, setWasToggled] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wasToggled) return;
    if (isOpen) (form.current?.querySelector<HTMLElement>(fields) ?? form.current)?.focus();
    else button.current?.focus();
  }, [isOpen, wasToggled]);
  const toggle = (next: boolean) => {
    setWasToggled(true);
    setIsOpen(next);
  };
  return { isOpen, open: () => toggle(true), close: () => toggle(false), button, form };
};
