import type { bankAccountForm } from "@knowhow/shared";
import { verificationMinutes } from "@knowhow/shared";
import { number, object, string, type InferType } from "yup";
import { removeTabItems, setTabItem, getTabItem } from "@knowhow/ui/client/tabItems.ts";

/** Bank, number and holder as the form has them. */
export type BankValues = InferType<typeof bankAccountForm>;

/** The result of a check of an account. */
export interface BankCheck {
  /** The checked values. */
  account: BankValues;
  valid: boolean;
  message: string;
  /** The id of the check for the result pages; absent when none was made. */
  orderId?: string | undefined;
  /** When the check was made, in ms since 1970. */
  at: number;
}

/** An account that was typed and not saved yet. */
export interface BankDraft {
  values: BankValues;
  check: BankCheck | undefined;
  hasConsent: boolean;
}

/** The part that the browser's storage keeps: never the number. */
const kept = object({
  userId: string().required(),
  at: number().required(),
  bankName: string().defined(),
  accountHolder: string().defined(),
});

const name = "bank-account";
/** How long a check is valid; nothing is kept longer. */
export const checkMs = verificationMinutes * 60_000;

/** The whole draft, while this page is loaded; valid only with the stored part of the same moment. */
let whole: { at: number; draft: BankDraft } | undefined;

/** Keeps the typed account while the user is at the result page; over a reload, all but the number. */
export const keepBankDraft = (userId: string, draft: BankDraft): void => {
  const at = Date.now();
  const { bankName, accountHolder } = draft.values;
  whole = { at, draft };
  setTabItem(name, { userId, at, bankName, accountHolder });
};

/** The account that this user had typed; undefined when there is none, it is another user's, or it is too old. */
export const readBankDraft = (userId: string): BankDraft | undefined => {
  const found = getTabItem(name);
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

/** Deletes the draft: it was saved or given up. */
export const dropBankDraft = (): void => {
  whole = undefined;
  removeTabItems(name);
};
