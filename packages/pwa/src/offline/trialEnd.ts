import type { TrialExtent, TrialPart } from "@knowhow/shared";
import { setTabItem, getTabItem } from "@knowhow/ui/client/tabItems.ts";
import type { Place } from "./readingPlaces.ts";

const nameOf = (contentId: string, index: string): string => `trial-end:${contentId}:${index}`;

/** Where reading goes on behind open parts from the beginning of a file; undefined where they are picked from within. */
const endOf = (
  { fileIndex, unit, total, open }: TrialExtent,
  parts: readonly TrialPart[],
): Place | undefined => {
  if (open >= total) return undefined;
  if (unit === "text") return { page: null, position: open / total };
  const pages = parts.flatMap((part) => (part.fileIndex === fileIndex ? (part.page ?? []) : []));
  const isBeginning = total >= 3 && pages.length > 0 && pages.every((page, index) => page === index + 1);
  if (!isBeginning) return undefined;
  // The reader counts sheets, of which a page is a part.
  return { page: unit === "sheet" ? null : pages.length + 1, position: pages.length / total };
};

/** Notes for this tab that the trial of a file was read: who buys it reads on where that ended. */
export const keepTrialEnd = (contentId: string, extent: TrialExtent, parts: readonly TrialPart[]): void => {
  const end = endOf(extent, parts);
  if (end) setTabItem(nameOf(contentId, String(extent.fileIndex)), end);
};

/** Where the trial of a file ended that was read in this tab. */
export const readTrialEnd = (contentId: string, index: string): Place | undefined =>
  // Written by keepTrialEnd alone.
  getTabItem(nameOf(contentId, index)) as Place | undefined;
