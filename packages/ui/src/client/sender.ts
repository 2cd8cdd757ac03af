import { api, type AnyEndpoint } from "@knowhow/shared";
import { isCacheable } from "./cacheableCalls.ts";
import { activeUserId, sessionEpoch } from "./activeUser.ts";

/** The session epoch in which the server did not know this device's user. */
let doubted: string | undefined;

/** The user for whom a call is made; undefined for the read of the session, and where all users get the same. */
export const expectedUserId = (contract: AnyEndpoint): string | undefined => {
  if (contract === api.accounts.me || sessionEpoch() === doubted) return undefined;
  return contract.access === "public" && !isCacheable(contract) ? undefined : (activeUserId() ?? undefined);
};

/**
 * After a refusal: calls name no user any more in this epoch, so that a device that is wrong, and can not be put right,
 * keeps no user out.
 */
export const markSessionUncertain = (turn: string): void => {
  doubted = turn;
};

/** Whether an answer surely belongs to the active user: asked for in their name, or naming them. */
export const isAttributable = (contract: AnyEndpoint, sender: string | undefined): boolean =>
  sender !== undefined || contract === api.accounts.me || sessionEpoch() !== doubted;

/** Called with the user whom the server named; ends the doubt where it is the active user. */
export const confirmActiveUser = (personId: string): void => {
  if (personId === activeUserId()) doubted = undefined;
};
