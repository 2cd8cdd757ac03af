import { keepOwn, readOwn } from "../client/ownMemory.ts";

const name = "checkout";

/** Keeps which content this tab went to pay for: the payment window's way back does not always tell. */
export const rememberCheckout = (contentId: string): void => {
  keepOwn(name, contentId);
};

/** The content of the last payment, if this tab knows it. */
export const lastCheckout = (): string | undefined => {
  const kept = readOwn(name);
  return typeof kept === "string" ? kept : undefined;
};
