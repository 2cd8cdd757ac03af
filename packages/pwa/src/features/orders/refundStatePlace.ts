/** Attributes of the element that tells the state of an order's refund: it can have the focus. */
export const refundStatePlace = (orderNumber: string) => ({ tabIndex: -1, "data-refund-of": orderNumber });

/** Focuses that element where a closed dialog about the refund could not give the focus back: its button is gone. */
export const focusRefundState = (orderNumber: string, dialog: HTMLElement): void => {
  const { activeElement } = document;
  if (activeElement !== document.body && !dialog.contains(activeElement)) return;
  // One in a dialog stands behind one of the page.
  [...document.querySelectorAll<HTMLElement>("[data-refund-of]")]
    .findLast(({ dataset }) => dataset["refundOf"] === orderNumber)
    ?.focus();
};
