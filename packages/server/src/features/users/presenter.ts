import type { CurrentUser } from "@knowhow/shared";
import type { User } from "./User.ts";

/** Facts about a user beside their row. */
export interface CurrentUserFacts {
  isAdmin: boolean;
  mustChangePassword: boolean;
  /** Their account number, already masked. */
  accountNumberMasked: string | null;
  unseenPenaltyId: string | null;
  /** The reason of the suspension, else of the last warning. */
  penaltyReason: string | null;
  bankFrozenUntil: Date | null;
}

/** Hides an account number but for its last four digits; of a very short one at least half. */
export const maskAccountNumber = (number: string): string => {
  const shown = Math.min(4, Math.floor(number.length / 2));
  return "*".repeat(number.length - shown) + number.slice(number.length - shown);
};

/** The signed-in user as their own screens see them. */
export const presentCurrentUser = (user: User, facts: CurrentUserFacts): CurrentUser => ({
  id: user.id,
  userId: user.userId,
  name: user.name,
  nickname: user.nickname,
  email: user.email,
  phoneNumber: user.phoneNumber,
  profileImageUrl: user.profileImageUrl,
  introduction: user.introduction,
  showsSales: user.showsSales,
  isPhoneVerified: user.isPhoneVerified === 1,
  bankName: user.bankName,
  accountNumber: facts.accountNumberMasked,
  accountHolder: user.accountHolder,
  warningCount: user.warningCount,
  suspendedUntil: user.suspendedUntil?.toISOString() ?? null,
  isBanned: user.isBanned === 1,
  banReason: user.banReason,
  isAdmin: facts.isAdmin,
  mustChangePassword: facts.mustChangePassword,
  unseenPenaltyId: facts.unseenPenaltyId,
  penaltyReason: facts.penaltyReason,
  bankFrozenUntil: facts.bankFrozenUntil?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
});
