import { consentVersion, type Content, type TrialPart } from "@knowhow/shared";
import { dropOwn, keepOwn, readOwn } from "@knowhow/ui/client/ownMemory.ts";

const nameOf = (contentId: string): string => `consent:${contentId}`;

/** Names the offer that a consent is given to: the content as last edited, its price, and the part open before paying. */
export const offerOf = (
  { updatedAt, price }: Pick<Content, "updatedAt" | "price">,
  parts: readonly TrialPart[],
): string =>
  JSON.stringify([
    consentVersion,
    updatedAt,
    price,
    parts.map(({ fileIndex, kind, page, src, text }) => [fileIndex, kind, page, src, text?.length]),
  ]);

/** Keeps for this tab that a buyer consents to an offer, until it is bought or the buyer leaves. */
export const keepConsent = (contentId: string, offer: string): void => keepOwn(nameOf(contentId), offer);

/** Forgets a consent. */
export const dropConsent = (contentId: string): void => dropOwn(nameOf(contentId));

/** Whether the buyer has consented to exactly this offer. */
export const hasConsented = (contentId: string, offer: string | undefined): boolean =>
  offer !== undefined && readOwn(nameOf(contentId)) === offer;
