import type { Viewer } from "../../http/state.ts";

/** The facts about a content and its viewer that the rules need. */
export interface Visibility {
  /** The content has a public page: it is on the market, or paused by its seller. */
  isPublic: boolean;
  isOwner: boolean;
  hasPurchased: boolean;
  isAdmin: boolean;
}

/** The part of a viewer that the rules need. */
export type ContentViewer = Pick<Viewer, "id" | "isAdmin">;

/** Files and full previews: buyers, the owner, administrators. */
export const canDownload = ({ isOwner, hasPurchased, isAdmin }: Omit<Visibility, "isPublic">): boolean =>
  isOwner || hasPurchased || isAdmin;

/**
 * Whether the content has a page for this viewer: gone for others, it keeps one for its buyers and its owner, and a
 * hidden one also for administrators.
 */
export const canRead = (
  { isPublic, isOwner, hasPurchased, isAdmin }: Visibility,
  { isHidden }: { isHidden: boolean },
): boolean => isPublic || isOwner || hasPurchased || (isAdmin && isHidden);

/** Whether the content exists for this viewer: gone for others, it stays for all who may download it. */
export const canSee = (visibility: Visibility): boolean => visibility.isPublic || canDownload(visibility);
