import { AppError, type Report, type SanctionStatus } from "@knowhow/shared";
import { client, newIdempotencyKey } from "../../../client/client.ts";
import type { Platform } from "../../../client/platform.tsx";
import { hasCode, HttpError, isConnectionError } from "../../../components/failure.ts";
import { decisionOf, isOpen, penaltyOf, type Decision } from "../decision.ts";
import { isDecidedBy } from "./caseDrafts.ts";
import { PartlyDecidedError, type MadeDecision } from "./decisions.ts";
import { inLeaseTurn } from "./leaseTurn.ts";

/** It was sent, and without an answer its outcome is unknown. */
export class LostAnswerError extends Error {
  constructor(cause: unknown) {
    super("the answer to a decision was lost", { cause });
    this.name = "LostAnswerError";
  }
}

/** The person's present sanction status in a refusal that names it. */
export const standingIn = (error: unknown): SanctionStatus | undefined =>
  hasCode(error, "STANDING_CHANGED") && error instanceof AppError
    ? (error.details.extra?.["standing"] as SanctionStatus | undefined) // the server's, as the contract has it
    : undefined;

/** The newest report that a decision may be about, as calls take it. */
export const boundOf = ({ newestVoiceId }: Pick<MadeDecision, "newestVoiceId">) =>
  newestVoiceId === undefined ? {} : { newestVoiceId };

/** Whether the outcome at the server is unknown after a failure. */
const isSilence = (error: unknown): boolean =>
  isConnectionError(error) ||
  error instanceof HttpError ||
  (error instanceof AppError && (error.status >= 500 || error.code === "IN_PROGRESS"));

/**
 * Sends decisions for one administrator: each under one key, so that it happens once however often it is sent, and with
 * the sanction status that it assumes, so that the server refuses it where that has changed.
 */
export const createSending = (personId: string, { canKeepAlive }: Pick<Platform, "canKeepAlive">) => {
  const keys = new Map<number, string>();
  // A request in the name of another user who has signed in meanwhile is refused.
  const asMe = { personId };

  const put = async ({
    id,
    reports,
    voices,
    decision,
    seen,
    ...made
  }: MadeDecision): Promise<readonly Report[]> => {
    const idempotencyKey = keys.get(id) ?? newIdempotencyKey();
    keys.set(id, idempotencyKey);
    const options = { ...asMe, idempotencyKey, keepalive: canKeepAlive };
    const body = {
      ...(decisionOf(decision) as Decision), // left out, a penalty is none
      ...(penaltyOf(decision) === "none" ? {} : { expected: seen.standing }),
    };
    const [first, ...others] = reports;
    if (others.length === 0 || voices !== undefined) {
      const about = voices === undefined ? body : { ...body, includeVoices: true, ...boundOf(made) };
      return [
        (await client.reports.process({ params: { reportId: first.id }, body: about }, options)).report,
      ];
    }
    const ids = reports.map((report) => report.id);
    return (await client.reports.processAll({ body: { ...body, ids } }, options)).reports;
  };

  /** Finds which of several are still open, where some are decided already, and by whom. */
  const refuseDecided = async ({ reports, voices, ...made }: MadeDecision): Promise<void> => {
    const now: Report[] = [];
    let others = 0;
    for (const { id: reportId } of reports) {
      const { report, sameTarget } = await client.reports.get(
        { params: { reportId }, query: boundOf(made) },
        asMe,
      );
      now.push(report);
      if (isOpen(report)) others = sameTarget;
    }
    const [first, ...rest] = now.filter(isOpen);
    if (!first) return;
    const gone = now.length - rest.length - 1;
    const own = now.filter((report) => !isOpen(report) && isDecidedBy(personId, report)).length;
    if (voices === undefined) throw new PartlyDecidedError([first, ...rest], gone, { own });
    const left = Math.max(others, rest.length) + 1;
    // Unnamed ones may be decided too.
    const all = Math.max(gone, voices - left);
    // Decided together with the named ones, where one person decided all of these.
    throw new PartlyDecidedError([first, ...rest], all, {
      own: own === gone && own > 0 ? all : own,
      voices: left,
    });
  };

  const leave = async (reports: readonly Report[]): Promise<void> => {
    for (const { id: reportId } of reports)
      // A report that is decided meanwhile, or leased by another administrator, has nothing to release.
      await inLeaseTurn(() => client.reports.release({ params: { reportId } }, asMe)).catch(() => undefined);
  };

  /** Releases the other reports of several: they are on no screen, so no administrator is at them. */
  const leaveOthers = ({ reports: [, ...others] }: MadeDecision) => leave(others);

  /** Releases all of them: the administrator is leaving. */
  const leaveAll = ({ reports }: MadeDecision) => leave(reports);

  /** Leases the other reports of several; a refusal shows when the decision is sent. */
  const takeOthers = async ({ reports: [, ...others] }: MadeDecision): Promise<void> => {
    for (const { id: reportId } of others)
      await inLeaseTurn(() =>
        client.reports.lease({ params: { reportId }, body: { takeOver: false } }, asMe),
      ).catch(() => undefined);
  };

  /** Resolves with the decided reports. After a lost answer the request is repeated once under the same key. */
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
