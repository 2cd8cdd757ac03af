import { number, object, string, type InferType } from "yup";
import { setTabItem, getTabItem } from "@knowhow/ui/client/tabItems.ts";

const name = "checkout";
const shape = object({
  contentId: string().required(),
  orderNumber: string().required(),
  /** How long the tab's history was, up to the checkout. */
  entries: number().integer().optional(),
});
/** The order that this tab went to pay. */
export type LastCheckout = InferType<typeof shape>;

/** Keeps which content and order this tab went to pay: the provider's redirect does not always tell. */
export const rememberCheckout = (checkout: LastCheckout): void => {
  setTabItem(name, checkout);
};

/** The last payment, if this tab knows it. */
export const lastCheckout = (): LastCheckout | undefined => {
  const kept = getTabItem(name);
  return shape.isValidSync(kept) ? shape.cast(kept) : undefined;
};
