/** Says how high an element is, under a name that styles of others can use, for as long as it is there: a ref. */
export const tellHeight =
  (name: string) =>
  (element: HTMLElement | null): (() => void) | undefined => {
    if (!element || typeof ResizeObserver === "undefined") return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  };
