import type { Content } from "@knowhow/shared";
import { readingKindOf } from "./readingKind.ts";
import type { VaultFile } from "./vaultRows.ts";

/** What has to be known of a file to keep it. */
export type KeepableFile = Pick<VaultFile, "contentId" | "index" | "fileName" | "objectPath" | "kind">;

/** What has to be known of a content to keep its files. */
export type KeepableContent = Pick<Content, "id" | "isExternalLink" | "fileUrls" | "fileNames" | "purchase">;

/** The parts of a bought content to keep: all its files, and the text of those that are read as text; nothing of a link. */
export const keepableOf = ({ id, isExternalLink, fileUrls, fileNames }: KeepableContent): KeepableFile[] =>
  isExternalLink
    ? []
    : fileUrls.flatMap((objectPath, index) => {
        const fileName = fileNames[index] ?? `파일 ${index + 1}`;
        const file = { contentId: id, index, fileName, objectPath };
        const kind = readingKindOf(fileName);
        return [
          ...(kind ? [{ ...file, kind }] : []),
          ...(kind === "pdf" ? [] : [{ ...file, kind: "file" as const }]),
        ];
      });

/** Whether its refund was asked for or approved: its files stay, since that may end otherwise, but show nothing by themselves. */
export const isRefundAsked = ({ purchase }: Pick<KeepableContent, "purchase">): boolean =>
  ["requested", "refunding", "refunded"].includes(purchase?.refundState ?? "");

/** Whether keeping it would end its refund by rule, or its refund was asked for: neither happens by itself. */
export const isHeldForRefund = ({ purchase }: Pick<KeepableContent, "purchase">): boolean =>
  purchase?.refundState === "available" || isRefundAsked({ purchase });
