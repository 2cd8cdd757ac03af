import { noticesId } from "./ToastProvider.tsx";

/** Whether the toasts lie over an element. */
export const isUnderToasts = (element: Element): boolean => {
  const region = document.getElementById(noticesId)?.parentElement;
  if (!region) return false;
  const [box, other] = [region.getBoundingClientRect(), element.getBoundingClientRect()];
  return box.height > 0 && box.bottom > other.top && box.top < other.bottom;
};
