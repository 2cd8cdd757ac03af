const key = "kh-own:checkout";

/** Which content this browser last went to pay for: the payment window's way back does not always tell. */
export const rememberCheckout = (contentId: string): void => {
  try {
    sessionStorage.setItem(key, contentId);
  } catch {
    // Storage may be switched off; then the way back leads to the market.
  }
};

/** The content of the last payment, if this browser tab knows it. */
export const lastCheckout = (): string | undefined => {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};
