/** Whether administrators have taken something down. */
export const moderationStates = ["listed", "hidden"] as const;
export type ModerationState = (typeof moderationStates)[number];
