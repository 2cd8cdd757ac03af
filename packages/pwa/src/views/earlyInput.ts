/**
 * Notes the last button that was pressed on a page of the server before the app was there, which hears of it then
 * (renderedPage.ts). Links lead on by themselves.
 */
export const noteEarlyPresses = (root: HTMLElement): void => {
  const handleClick = (event: Event) => {
    if (root.dataset["rendered"] === undefined) {
      root.removeEventListener("click", handleClick, true);
      return;
    }
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    // The browser would send the form of a search.
    event.preventDefault();
    root.querySelector("[data-pressed]")?.removeAttribute("data-pressed");
    button.dataset["pressed"] = "";
  };
  if (root.dataset["rendered"] !== undefined) root.addEventListener("click", handleClick, true);
};
