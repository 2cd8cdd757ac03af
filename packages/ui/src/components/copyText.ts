/** The old way, for pages that the browser does not trust with the clipboard (plain http, old systems). */
const copyBySelection = (text: string): boolean => {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  const before = document.activeElement;
  // Inside of an open dialog: it takes back a focus that leaves it.
  (before?.closest("[role=dialog]") ?? document.body).append(area);
  area.focus();
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- there is no other way without the clipboard's own
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
};

/** Puts a text into the clipboard; false when the browser does not allow it. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
};
