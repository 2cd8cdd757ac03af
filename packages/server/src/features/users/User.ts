import { BaseModel } from "../../database/BaseModel.ts";

/** A user with their account. Flags are 0 or 1, times come from the database. */
export class User extends BaseModel {
  static override readonly tableName = "users";

  declare name: string;
  /** The login id; compared without case, never changed. */
  declare userId: string;
  declare nickname: string;
  declare email: string;
  /** Encoded argon2id hash. */
  declare password: string;
  declare phoneNumber: string;
  declare isPhoneVerified: number;
  declare profileImageUrl: string | null;
  declare introduction: string | null;
  /** Their page as a mentor says how much they have sold. */
  declare showsSales: boolean;
  declare bankName: string | null;
  /** Encrypted, bound to the user's id. */
  declare accountNumber: string | null;
  declare accountHolder: string | null;
  declare warningCount: number;
  declare suspendedUntil: Date | null;
  declare isBanned: number;
  declare banReason: string | null;
  declare createdAt: Date;
  declare bankChangedAt: Date | null;
  /** The stored skeletons of the nickname and the login id; null after the user has left. */
  declare nicknameSkeleton: string | null;
  declare userIdSkeleton: string | null;
  /** The values that recovery goes by for a while after a change. */
  declare recoveryIdentity: { name: string; nickname: string; email: string; phoneNumber: string } | null;
  /** When the values that recovery asks for last changed. */
  declare identityChangedAt: Date | null;
  /** When name, e-mail address or phone number were changed last. */
  declare accountChangedAt: Date | null;
  /** Encoded hash of a temporary password, beside the real one. */
  declare tempPassword: string | null;
  /** Until when it can be used for a sign-in; null once it was. */
  declare tempPasswordExpiresAt: Date | null;
  declare tempLoginAt: Date | null;
  declare leftAt: Date | null;
}
