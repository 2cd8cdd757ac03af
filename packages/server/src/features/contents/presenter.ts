import {
  files,
  isObjectPath,
  minRatings,
  type BoughtContent,
  type Content,
  type ContentState,
  type OwnContent,
  type OwnPurchase,
} from "@knowhow/shared";
import { variantFor, versionOf } from "../../storage/images.ts";
import { canDownload, type ContentViewer } from "./policy.ts";

/** A content as the database returns it, the same for all viewers; times in ISO 8601. */
export interface StoredContent {
  id: string;
  title: string;
  description: string;
  category: string;
  price: number;
  tags: string[];
  fileUrls: string[];
  fileNames: string[];
  previews: string[];
  sellerId: string;
  mentorNickname: string;
  mentorProfileImageUrl: string | null;
  viewCount: number;
  purchasesCount: number;
  likesCount: number;
  ratingCount: number;
  /** Of all scores. */
  ratingSum: number;
  uploadTime: string;
  updatedAt: string;
  isListed: boolean;
  state: ContentState;
  pausedUntil: string | null;
  hiddenReason: string | null;
  allowsCopying: boolean;
}

/** The viewer's own facts about a content. */
export interface ViewerFlags {
  hasPurchased: boolean;
  /** The purchase cost something, whatever the content costs today. */
  hasPaid: boolean;
  hasLiked: boolean;
  isWished: boolean;
}

/** A mean of ratings to the hundredth. */
export const roundedMean = (count: number, sum: number): number => Math.round((sum * 100) / count) / 100;

/** The mean of a content's ratings to the hundredth; null where there are too few for one. */
export const ratingMeanOf = ({
  ratingCount,
  ratingSum,
}: Pick<StoredContent, "ratingCount" | "ratingSum">): number | null =>
  ratingCount < minRatings ? null : roundedMean(ratingCount, ratingSum);

/** Flags of a visitor. */
export const noFlags: ViewerFlags = { hasPurchased: false, hasPaid: false, hasLiked: false, isWished: false };

const addressOf = (path: string, contentId: string, index: number): string =>
  path.replace(":contentId", contentId).replace(":index", String(index));

/** The address of a preview, in the variant of a viewer who sees all of it or not. */
export const previewAddress = (contentId: string, path: string, index: number, seesAll: boolean): string =>
  `${addressOf(files.previewImage.path, contentId, index)}?v=${versionOf(path, variantFor(index, seesAll))}`;

/**
 * A buyer's address of a paid file. A paid link is reached through our own address, which records the delivery: the
 * link itself would be the goods, handed out unrecorded.
 */
const paidFileUrl = ({ id }: StoredContent, url: string, index: number): string =>
  isObjectPath(url) ? url : addressOf(files.download.path, id, index);

/** A content for one viewer: file addresses only with the right to download, previews in the viewer's variant. */
export const presentContent = (
  stored: StoredContent,
  viewer: ContentViewer | undefined,
  { hasPurchased, hasPaid, hasLiked, isWished }: ViewerFlags,
  purchase?: OwnPurchase,
): Content => {
  const isOwner = stored.sellerId === viewer?.id;
  const seesAll = canDownload({ isOwner, hasPurchased, isAdmin: viewer?.isAdmin ?? false });
  const ownUrls =
    hasPaid && !isOwner
      ? stored.fileUrls.map((url, index) => paidFileUrl(stored, url, index))
      : stored.fileUrls;
  const fileUrls = seesAll ? ownUrls : [];
  const previewImageUrls = isOwner
    ? stored.previews
    : stored.previews.map((path, index) => previewAddress(stored.id, path, index, seesAll));
  return {
    id: stored.id,
    title: stored.title,
    description: stored.description,
    category: stored.category,
    price: stored.price,
    tags: stored.tags,
    fileUrls,
    fileNames: stored.fileNames,
    fileCount: stored.fileUrls.length,
    isExternalLink: stored.fileUrls.some((url) => !isObjectPath(url)),
    previewImageUrls,
    fileUrl: fileUrls[0] ?? "",
    previewImageUrl: previewImageUrls[0] ?? null,
    sellerId: stored.sellerId,
    mentorNickname: stored.mentorNickname,
    mentorProfileImageUrl: stored.mentorProfileImageUrl,
    viewCount: stored.viewCount,
    purchasesCount: stored.purchasesCount,
    likesCount: stored.likesCount,
    ratingCount: stored.ratingCount,
    ratingMean: ratingMeanOf(stored),
    uploadTime: stored.uploadTime,
    updatedAt: stored.updatedAt,
    hasPurchased,
    hasLiked,
    isWished,
    isOwner,
    isListed: stored.isListed,
    state: stored.state,
    pausedUntil: stored.pausedUntil,
    hiddenReason: isOwner || viewer?.isAdmin === true ? stored.hiddenReason : null,
    ...(stored.allowsCopying ? {} : { allowsCopying: false }),
    ...(purchase ? { purchase } : {}),
  };
};

/** A content in its seller's own list. */
export const presentOwnContent = (
  stored: StoredContent,
  viewer: ContentViewer,
  flags: ViewerFlags,
  totalRevenue: number,
): OwnContent => ({
  ...presentContent(stored, viewer, flags),
  totalRevenue,
});

const purchaseOf = ({
  orderNumber,
  chatRoomId,
  hasNewVersion,
  refundableUntil,
  refundState,
  refund,
  partCancels,
}: OwnPurchase): OwnPurchase => ({
  orderNumber,
  chatRoomId,
  hasNewVersion,
  refundableUntil,
  refundState,
  refund,
  partCancels,
});

/** A content in a buyer's library. */
export const presentBought = (
  stored: StoredContent,
  viewer: ContentViewer,
  flags: Omit<ViewerFlags, "hasPurchased">,
  purchase: OwnPurchase & Pick<BoughtContent, "purchasedAt" | "chatRoomId" | "lastReadAt">,
): BoughtContent => ({
  ...presentContent(stored, viewer, { ...flags, hasPurchased: true }, purchaseOf(purchase)),
  orderNumber: purchase.orderNumber,
  purchasedAt: purchase.purchasedAt,
  chatRoomId: purchase.chatRoomId,
  lastReadAt: purchase.lastReadAt,
});
