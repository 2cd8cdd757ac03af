import type { CurrentUser } from "@knowhow/shared";
import { serverNow } from "../../client/serverClock.ts";

/** A sanction that a person is under: for good, with its reason, or until a time. */
export type Sanction = { kind: "ban"; reason: string | null } | { kind: "suspension"; until: string };

type SanctionStatus = Pick<CurrentUser, "isBanned" | "banReason" | "suspendedUntil">;

/** The person's present sanction; a ban outranks a suspension, an expired one is none. */
export const sanctionOf = (user: SanctionStatus | null): Sanction | undefined => {
  if (!user) return undefined;
  if (user.isBanned) return { kind: "ban", reason: user.banReason };
  return user.suspendedUntil !== null && new Date(user.suspendedUntil) > serverNow()
    ? { kind: "suspension", until: user.suspendedUntil }
    : undefined;
};
