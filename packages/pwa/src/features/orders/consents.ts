import { consentVersion, type Content } from "@knowhow/shared";
import { removeTabItems, setTabItem, getTabItem } from "@knowhow/ui/client/tabItems.ts";

const nameOf = (contentId: string): string => `consent:${contentId}`;

/**
 * Names the offer that a consent is given to: the content as last edited, its price, and the version of its trial, which
 * is undefined where it was not read.
 */
export const offerOf = (
  { updatedAt, price }: Pick<Content, "updatedAt" | "price">,
  trial: string | undefined,
): string => JSON.stringify([consentVersion, updatedAt, price, trial]);

/** Keeps for this tab that a buyer consents to an offer, until it is bought or the buyer leaves. */
export const keepConsent = (contentId: string, offer: string): void => setTabItem(nameOf(contentId), offer);

/** Forgets a consent. */
export const dropConsent = (contentId: string): void => removeTabItems(nameOf(contentId));

/** Whether the buyer has consented to exactly this offer. */
export const hasConsented = (contentId: string, offer: string): boolean =>
  getTabItem(nameOf(contentId)) === offer;
