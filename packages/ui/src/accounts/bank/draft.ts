import type { bankAccountForm } from "@knowhow/shared";
import { verificationMinutes } from "@knowhow/shared";
import { boolean, number, object, string, type InferType } from "yup";
import { dropOwn, keepOwn, readOwn } from "../../client/ownMemory.ts";

/** Bank, number and holder as they stand in the form. */
export type BankValues = InferType<typeof bankAccountForm>;

const typed = object({
  bankName: string().defined(),
  accountNumber: string().defined(),
  accountHolder: string().defined(),
});

const check = object({
  /** Exactly what was checked. */
  account: typed.required(),
  valid: boolean().required(),
  message: string().defined(),
  /** Names the check to the result pages; absent when none was made. */
  orderId: string().optional(),
  /** When it was made, in ms since 1970. */
  at: number().required(),
});
/** What a check of an account said. */
export type BankCheck = InferType<typeof check>;

const kept = object({
  userId: string().required(),
  at: number().required(),
  values: typed.required(),
  check: check.optional().default(undefined),
  hasConsent: boolean().required(),
});

/** An account that was typed and not saved yet. */
export type BankDraft = Pick<InferType<typeof kept>, "values" | "check" | "hasConsent">;

const name = "bank-account";
/** A check is good for as long as this, so nothing is kept longer. */
export const checkMs = verificationMinutes * 60_000;

/** Keeps what this person has typed while they look at the result page, or reload. */
export const keepBankDraft = (userId: string, draft: BankDraft): void => {
  keepOwn(name, { ...draft, userId, at: Date.now() });
};

/** What this person had typed; undefined when there is nothing, it is somebody else's, or it is too old. */
export const readBankDraft = (userId: string): BankDraft | undefined => {
  const found = readOwn(name);
  if (!kept.isValidSync(found)) {
    if (found !== undefined) dropBankDraft();
    return undefined;
  }
  const draft = kept.cast(found);
  if (draft.userId === userId && Date.now() - draft.at < checkMs) return draft;
  dropBankDraft();
  return undefined;
};

/** Forgets it: it was saved or given up. */
export const dropBankDraft = (): void => dropOwn(name);
