/** Elements that act in the app alone, as a selector; links lead on by themselves. */
export const pressable = 'button, [role="button"]';

/**
 * Notes the last button that was pressed on a page of the server before the app was there, which hears of it then
 * (renderedPage.ts).
 */
export const noteEarlyPresses = (): void => {
  const handleClick = (event: Event) => {
    const root = document.querySelector("[data-rendered]");
    if (!root) {
      document.removeEventListener("click", handleClick, true);
      return;
    }
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(pressable) : null;
    if (!button) return;
    // The browser would send the form of a search.
    event.preventDefault();
    root.querySelector("[data-pressed]")?.removeAttribute("data-pressed");
    button.dataset["pressed"] = "";
  };
  document.addEventListener("click", handleClick, true);
};
