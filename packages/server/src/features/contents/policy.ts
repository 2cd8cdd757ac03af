import type { Viewer } from "../../http/state.ts";

/** What the rules ask about a content and the person in front of it. */
export interface Visibility {
  /** Neither deleted, nor hidden, nor a banned seller's. */
  isListed: boolean;
  isOwner: boolean;
  hasPurchased: boolean;
  isAdmin: boolean;
}

/** The part of a viewer that the rules ask for. */
export type ContentViewer = Pick<Viewer, "id" | "isAdmin">;

/** Files and full previews: buyers, the owner, administrators. */
export const canDownload = ({ isOwner, hasPurchased, isAdmin }: Visibility): boolean =>
  isOwner || hasPurchased || isAdmin;

/**
 * Whether the content has a page for this person: what left the market keeps it for its buyers and its owner; what
 * administrators took down also for them.
 */
export const canRead = (
  { isListed, isOwner, hasPurchased, isAdmin }: Visibility,
  { isHidden }: { isHidden: boolean },
): boolean => isListed || isOwner || hasPurchased || (isAdmin && isHidden);

/** Whether the content exists for this person: what left the market stays for those who may download it. */
export const canSee = (standing: Visibility): boolean => standing.isListed || canDownload(standing);
