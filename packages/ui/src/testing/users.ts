import type { CurrentUser } from "@knowhow/shared";

/** A signed-in person as the app holds them: only the form that edits it has the whole phone number. */
export const buildUser = (overrides: Partial<CurrentUser> = {}): CurrentUser => ({
  id: "01900000-0000-7000-8000-0000000000aa",
  userId: "seoyeon1",
  name: "김서연",
  nickname: "서연",
  email: "seoyeon@example.com",
  phoneNumber: "010-****-5678",
  profileImageUrl: null,
  introduction: null,
  showsSales: false,
  isPhoneVerified: false,
  bankName: null,
  accountNumber: null,
  accountHolder: null,
  warningCount: 0,
  suspendedUntil: null,
  isBanned: false,
  banReason: null,
  isAdmin: false,
  mustChangePassword: false,
  unseenPenaltyId: null,
  penaltyReason: null,
  bankFrozenUntil: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  ...overrides,
});
