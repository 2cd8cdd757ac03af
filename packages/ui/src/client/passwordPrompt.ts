import type { AnyEndpoint } from "@knowhow/shared";

/** The act that needs the password, where the call alone does not say it. */
export interface PasswordPurpose {
  /** The act and its subject, in a sentence. */
  act: string;
  /** What follows once the password is given. */
  outcome: string;
}

/** Asks for the password that a call needs, and has the server check it; true once it did. */
export type PasswordPrompt = (contract: AnyEndpoint, purpose?: PasswordPurpose) => Promise<boolean>;

let prompt: PasswordPrompt | undefined;
let pending: Promise<boolean> | undefined;
let confirmations = 0;

/** Takes the place where the password is asked for; gives the way to leave it. */
export const registerPasswordPrompt = (next: PasswordPrompt): (() => void) => {
  prompt = next;
  return () => {
    if (prompt === next) prompt = undefined;
  };
};

/** How often the password was confirmed on this page: a call that was refused before the last time need not ask. */
export const confirmationCount = (): number => confirmations;

const ask: PasswordPrompt = async (contract, purpose) => {
  try {
    const isConfirmed = (await prompt?.(contract, purpose)) ?? false;
    if (isConfirmed) confirmations += 1;
    return isConfirmed;
  } finally {
    pending = undefined;
  }
};

/** Asks for the password once for all calls that need it at this moment; false where it was not given. */
export const confirmPassword: PasswordPrompt = (contract, purpose) => {
  pending ??= ask(contract, purpose);
  return pending;
};
