import { AppError, type Report, type SanctionStatus } from "@knowhow/shared";
import { client, newIdempotencyKey } from "../../../client/client.ts";
import { platform } from "../../../client/platform.ts";
import { hasCode, HttpError, isConnectionError } from "../../../components/failure.ts";
import { decisionOf, isOpen, penaltyOf, type Decision } from "../decision.ts";
import { PartlyDecidedError, type MadeDecision } from "./decisions.ts";
import { inLeaseTurn } from "./leaseTurn.ts";

/** It was sent, and no answer says what came of it. */
export class LostAnswerError extends Error {
  constructor(cause: unknown) {
    super("the answer to a decision was lost", { cause });
    this.name = "LostAnswerError";
  }
}

/** How the person stands now, of a refusal that says so. */
export const standingIn = (error: unknown): SanctionStatus | undefined =>
  hasCode(error, "STANDING_CHANGED") && error instanceof AppError
    ? (error.details.extra?.["standing"] as SanctionStatus | undefined) // the server's, as the contract has it
    : undefined;

/** Whether a failure leaves open what the server did. */
const isSilence = (error: unknown): boolean =>
  isConnectionError(error) ||
  error instanceof HttpError ||
  (error instanceof AppError && (error.status >= 500 || error.code === "IN_PROGRESS"));

/**
 * Sends decisions for one administrator: each under one key, so that it happens once however often it is sent, and
 * with what it rests on, so that the server refuses it where that is not so any more.
 */
export const createSending = (personId: string) => {
  const keys = new Map<number, string>();
  // Whoever else has signed in meanwhile decides nothing by it.
  const asMe = { personId };

  const put = async ({ id, reports, voices, decision, seen }: MadeDecision): Promise<readonly Report[]> => {
    const idempotencyKey = keys.get(id) ?? newIdempotencyKey();
    keys.set(id, idempotencyKey);
    const options = { ...asMe, idempotencyKey, keepalive: platform.canKeepAlive };
    const body = {
      ...(decisionOf(decision) as Decision), // left out, a penalty is none
      ...(penaltyOf(decision) === "none" ? {} : { expected: seen.standing }),
    };
    const [first, ...others] = reports;
    if (others.length === 0 || voices !== undefined) {
      const about = voices === undefined ? body : { ...body, includeVoices: true };
      return [
        (await client.reports.process({ params: { reportId: first.id }, body: about }, options)).report,
      ];
    }
    const ids = reports.map((report) => report.id);
    return (await client.reports.processAll({ body: { ...body, ids } }, options)).reports;
  };

  /** Tells of several which are still open, where some were decided by somebody else. */
  const refuseDecided = async ({ reports, voices }: MadeDecision): Promise<void> => {
    const now: Report[] = [];
    let others = 0;
    for (const { id: reportId } of reports) {
      const { report, sameTarget } = await client.reports.get({ params: { reportId } }, asMe);
      now.push(report);
      if (isOpen(report)) others = sameTarget;
    }
    const [first, ...rest] = now.filter(isOpen);
    if (!first) return;
    const gone = now.length - rest.length - 1;
    if (voices === undefined) throw new PartlyDecidedError([first, ...rest], gone);
    const left = Math.max(others, rest.length) + 1;
    // Some of those that it does not name may be decided too, or have come since.
    throw new PartlyDecidedError([first, ...rest], Math.max(gone, voices - left), left);
  };

  const leave = async (reports: readonly Report[]): Promise<void> => {
    for (const { id: reportId } of reports)
      // Of what was decided meanwhile, or is somebody else's, there is nothing to leave.
      await inLeaseTurn(() => client.reports.release({ params: { reportId } }, asMe)).catch(() => undefined);
  };

  /** Of several the others are on no screen: where they stay open, nobody is at them any more. */
  const leaveOthers = ({ reports: [, ...others] }: MadeDecision) => leave(others);

  /** Nobody goes back to any of them. */
  const leaveAll = ({ reports }: MadeDecision) => leave(reports);

  /** Says that the others of several are somebody's too; a refusal is told when the decision is sent. */
  const takeOthers = async ({ reports: [, ...others] }: MadeDecision): Promise<void> => {
    for (const { id: reportId } of others)
      await inLeaseTurn(() =>
        client.reports.lease({ params: { reportId }, body: { takeOver: false } }, asMe),
      ).catch(() => undefined);
  };

  /** Gives the reports as they are decided. An answer that was lost is asked for once more under the same key. */
  const send = async (made: MadeDecision): Promise<readonly Report[]> => {
    try {
      const reports = await put(made).catch((error: unknown) => {
        if (isSilence(error)) return put(made);
        throw error;
      });
      if (reports.some(isOpen)) void leaveOthers(made);
      return reports;
    } catch (error) {
      void leaveOthers(made);
      if (isSilence(error)) throw new LostAnswerError(error);
      if (hasCode(error, "ALREADY_PROCESSED") && made.reports.length > 1) await refuseDecided(made);
      throw error;
    }
  };
  return { send, takeOthers, leaveOthers, leaveAll };
};
