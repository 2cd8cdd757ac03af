/** How names of administrators' texts begin: notes and reasons name other people, and end with the session. */
export const staffTexts = [
  "case:",
  "group:",
  "overtaken:",
  "moderation:",
  "warn-reporter:",
  "reopen:",
  "lift:",
  "refund-",
  "payout-",
  "clawback:",
  "alert:",
  "synonym:",
] as const;

/** The name of such a text. */
export type StaffTextName = `${(typeof staffTexts)[number]}${string}`;
