import { openTabChannel } from "./tabChannel.ts";

/** Tells other tabs of a sign-in or a sign-out, and hears of theirs. */
export const { post: tellTabs, listen: hearTabs } = openTabChannel<"signed-in" | "signed-out">(
  "knowhow-session",
);
