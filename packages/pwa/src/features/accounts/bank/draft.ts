import type { bankAccountForm } from "@knowhow/shared";
import { verificationMinutes } from "@knowhow/shared";
import { number, object, string, type InferType } from "yup";
import { dropOwn, keepOwn, readOwn } from "@knowhow/ui/client/ownMemory.ts";

/** Bank, number and holder as they stand in the form. */
export type BankValues = InferType<typeof bankAccountForm>;

/** What a check of an account said. */
export interface BankCheck {
  /** Exactly what was checked. */
  account: BankValues;
  valid: boolean;
  message: string;
  /** Names the check to the result pages; absent when none was made. */
  orderId?: string | undefined;
  /** When it was made, in ms since 1970. */
  at: number;
}

/** An account that was typed and not saved yet. */
export interface BankDraft {
  values: BankValues;
  check: BankCheck | undefined;
  hasConsent: boolean;
}

/** What the browser keeps: never the number. */
const kept = object({
  userId: string().required(),
  at: number().required(),
  bankName: string().defined(),
  accountHolder: string().defined(),
});

const name = "bank-account";
/** A check is good for as long as this, so nothing is kept longer. */
export const checkMs = verificationMinutes * 60_000;

/** The whole, for as long as this page is loaded; good only for what the browser keeps of the same moment. */
let whole: { at: number; draft: BankDraft } | undefined;

/** Keeps what this person has typed while they look at the result page; over a reload, all but the number. */
export const keepBankDraft = (userId: string, draft: BankDraft): void => {
  const at = Date.now();
  const { bankName, accountHolder } = draft.values;
  whole = { at, draft };
  keepOwn(name, { userId, at, bankName, accountHolder });
};

/** What this person had typed; undefined when there is nothing, it is somebody else's, or it is too old. */
export const readBankDraft = (userId: string): BankDraft | undefined => {
  const found = readOwn(name);
  if (kept.isValidSync(found)) {
    const { at, bankName, accountHolder, ...draft } = kept.cast(found);
    if (draft.userId === userId && Date.now() - at < checkMs)
      return whole?.at === at
        ? whole.draft
        : { values: { bankName, accountNumber: "", accountHolder }, check: undefined, hasConsent: false };
  }
  dropBankDraft();
  return undefined;
};

/** Forgets it: it was saved or given up. */
export const dropBankDraft = (): void => {
  whole = undefined;
  dropOwn(name);
};
