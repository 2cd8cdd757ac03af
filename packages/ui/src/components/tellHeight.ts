/** A ref that gives an element's height to styles elsewhere, under a name, for as long as the element is there. */
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
