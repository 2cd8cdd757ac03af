import type { DraftRow } from "./draft.ts";

/** Whether somebody has pressed publish for it and it is neither published nor deleted yet, refused or not. */
export const isToPublish = ({ publishing, isGone }: Pick<DraftRow, "publishing" | "isGone">): boolean =>
  publishing !== undefined && isGone !== true;
