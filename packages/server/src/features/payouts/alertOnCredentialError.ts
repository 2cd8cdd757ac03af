import { raiseAlert, resolveAlert } from "../alerts/alerts.ts";
import type { Deps } from "../../deps.ts";
import type { TossAnswer } from "../../gateways/toss.ts";
import { unreadable } from "../../gateways/tossCall.ts";

type HeedDeps = Pick<Deps, "knex" | "log">;

/** One open alert for all payouts: they have the same keys. */
const subject = "provider";
/** Refusals of our keys, not of the request. */
const aboutKeys = new Set(["UNAUTHORIZED_KEY", "INVALID_API_KEY", "INCORRECT_BASIC_AUTH_FORMAT"]);

const faultOf = (answer: TossAnswer<unknown>): string | undefined => {
  if (answer.kind === "refused")
    return answer.status === 401 || aboutKeys.has(answer.code) ? answer.code : undefined;
  return answer.kind === "unknown" && answer.reason === unreadable ? unreadable : undefined;
};

/**
 * Passes on the provider's answer about payouts. A refusal of our own keys decides nothing about a payout: it
 * becomes an unknown answer and raises an alert.
 */
export const alertOnCredentialError = async <T>(
  deps: HeedDeps,
  asked: Promise<TossAnswer<T>>,
): Promise<TossAnswer<T>> => {
  const answer = await asked;
  const code = faultOf(answer);
  if (code === undefined) return answer;
  await raiseAlert(deps, "PAYOUTS_MISCONFIGURED", subject, { code });
  return { kind: "unknown", reason: code };
};

/** Closes the alert once a sealed message was understood by both sides. */
export const keysAreRight = (deps: HeedDeps): Promise<void> =>
  resolveAlert(deps, "PAYOUTS_MISCONFIGURED", subject, "결제사와 다시 통신해 자동으로 확인했어요.");
