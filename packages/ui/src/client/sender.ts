import { api, type AnyEndpoint } from "@knowhow/shared";
import { isMirrored } from "./mirror.ts";
import { personHere, turnHere } from "./person.ts";

/** The turn in which the server said that it does not know the person of this device. */
let doubted: string | undefined;

/** For whom a call is made at present; of nobody in particular where it finds that out, or anybody gets the same. */
export const senderOf = (contract: AnyEndpoint): string | undefined => {
  if (contract === api.accounts.me || turnHere() === doubted) return undefined;
  return contract.access === "public" && !isMirrored(contract) ? undefined : (personHere() ?? undefined);
};

/**
 * After a refusal: for whom calls are made is not said any more in this turn, so that a device that is wrong, and can
 * not be put right, keeps nobody out.
 */
export const doubtPerson = (turn: string): void => {
  doubted = turn;
};

/** Whether an answer is surely that of the person here: asked for in their name, or telling who it is. */
export const isSurelyTheirs = (contract: AnyEndpoint, sender: string | undefined): boolean =>
  sender !== undefined || contract === api.accounts.me || turnHere() !== doubted;

/** The server has named who is here; that ends the doubt where the device knows the same. */
export const namePerson = (personId: string): void => {
  if (personId === personHere()) doubted = undefined;
};
