import type { Draft } from "@knowhow/ui/device/drafts/draft.ts";

/** The drafts of new contents that are still being written, but for one. */
export const othersOf = (drafts: readonly Draft[], except: string): Draft[] =>
  drafts.filter(({ id, contentId, publishing }) => contentId === null && id !== except && !publishing);
