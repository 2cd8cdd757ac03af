import { api, type AnyEndpoint } from "@knowhow/shared";
import { isCacheable } from "./responseCache.ts";
import { activeUserId, sessionEpoch } from "./activeUser.ts";

/** The turn in which the server said that it does not know the person of this device. */
let doubted: string | undefined;

/** For whom a call is made at present; of nobody in particular where it finds that out, or anybody gets the same. */
export const expectedUserId = (contract: AnyEndpoint): string | undefined => {
  if (contract === api.accounts.me || sessionEpoch() === doubted) return undefined;
  return contract.access === "public" && !isCacheable(contract) ? undefined : (activeUserId() ?? undefined);
};

/**
 * After a refusal: for whom calls are made is not said any more in this turn, so that a device that is wrong, and can
 * not be put right, keeps nobody out.
 */
export const markSessionUncertain = (turn: string): void => {
  doubted = turn;
};

/** Whether an answer is surely that of the person here: asked for in their name, or telling who it is. */
export const isAttributable = (contract: AnyEndpoint, sender: string | undefined): boolean =>
  sender !== undefined || contract === api.accounts.me || sessionEpoch() !== doubted;

/** The server has named who is here; that ends the doubt where the device knows the same. */
export const confirmActiveUser = (personId: string): void => {
  if (personId === activeUserId()) doubted = undefined;
};
