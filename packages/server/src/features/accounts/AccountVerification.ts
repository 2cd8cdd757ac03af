import { BaseModel } from "../../database/BaseModel.ts";
import type { VerificationStatus } from "./lifecycle.ts";

/** One question to the provider: does this account belong to this holder? */
export class AccountVerification extends BaseModel {
  static override readonly tableName = "account_verifications";

  declare userId: string;
  /** Public name of the check, unique. */
  declare orderId: string;
  declare paymentKey: string | null;
  declare bankName: string;
  /** Encrypted, bound to the user's id. */
  declare accountNumber: string;
  /** Keyed digest of the number, for finding the check again without reading it. */
  declare numberHmac: string;
  declare accountHolder: string;
  declare status: VerificationStatus;
  declare verifiedAt: Date | null;
  declare createdAt: Date;
  declare oneWon: number;
  declare failureMessage: string | null;
}
