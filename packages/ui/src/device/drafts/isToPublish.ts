import type { DraftRow } from "./draft.ts";

/** Whether it was to be published and is neither published nor deleted yet, refused or not. */
export const isToPublish = ({ publishing, isGone }: Pick<DraftRow, "publishing" | "isGone">): boolean =>
  publishing !== undefined && isGone !== true;

/** Whether it is published without its person's doing: not after a refusal. */
export const waitsToPublish = (row: Pick<DraftRow, "publishing" | "isGone">): boolean =>
  isToPublish(row) && row.publishing?.refusal === undefined;
