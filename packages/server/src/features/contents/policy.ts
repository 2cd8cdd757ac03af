import type { Viewer } from "../../http/state.ts";

/** The facts about a content and its viewer that the rules need. */
export interface Visibility {
  /** Neither deleted, nor hidden, nor a banned seller's. */
  isListed: boolean;
  isOwner: boolean;
  hasPurchased: boolean;
  isAdmin: boolean;
}

/** The part of a viewer that the rules need. */
export type ContentViewer = Pick<Viewer, "id" | "isAdmin">;

/** Files and full previews: buyers, the owner, administrators. */
export const canDownload = ({ isOwner, hasPurchased, isAdmin }: Visibility): boolean =>
  isOwner || hasPurchased || isAdmin;

/**
 * Whether the content has a page for this viewer: off the market it keeps one for its buyers and its owner, and a
 * hidden one also for administrators.
 */
export const canRead = (
  { isListed, isOwner, hasPurchased, isAdmin }: Visibility,
  { isHidden }: { isHidden: boolean },
): boolean => isListed || isOwner || hasPurchased || (isAdmin && isHidden);

/** Whether the content exists for this viewer: off the market it stays for all who may download it. */
export const canSee = (standing: Visibility): boolean => standing.isListed || canDownload(standing);
