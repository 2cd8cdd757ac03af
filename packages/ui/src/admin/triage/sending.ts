import { AppError, type OutputOf, type Report, type api } from "@knowhow/shared";
import { client, newIdempotencyKey } from "../../client/client.ts";
import { hasCode, HttpError, isConnectionError } from "../../client/failure.ts";
import { decisionOf, isBan, isOpen, type Decision } from "../decision.ts";
import { PartlyDecidedError, type Made } from "./decisions.ts";

type Penalties = OutputOf<(typeof api)["penalties"]["history"]>["penalties"];

/** By now the decision would keep somebody out for good, and nobody has given the password for that. */
export class UnconfirmedBanError extends Error {
  constructor() {
    super("이 결정은 영구 이용 제한이 돼요. 비밀번호를 확인해주세요.");
    this.name = "UnconfirmedBanError";
  }
}

/** It was sent, and no answer says what came of it. */
export class LostAnswerError extends Error {
  constructor(cause: unknown) {
    super("the answer to a decision was lost", { cause });
    this.name = "LostAnswerError";
  }
}

/** Whether a failure leaves open what the server did. */
const isSilence = (error: unknown): boolean =>
  isConnectionError(error) ||
  error instanceof HttpError ||
  (error instanceof AppError && (error.status >= 500 || error.code === "IN_PROGRESS"));

const penaltyOf = ({ status, penaltyType }: Decision) => (status === "resolved" ? penaltyType : "none");

/** Whether what stands on the server is what was decided here: its state, its notes, and its penalty or none. */
const isDecidedSo = (
  { reports, decision }: Made,
  now: readonly Report[],
  penalties: Penalties,
  personId: string,
): boolean => {
  const { status, reviewNotes } = decision;
  const isTold = now.every(
    (report) => report.status === status && (!reviewNotes || report.reviewNotes?.includes(reviewNotes)),
  );
  const imposed = penalties.filter(({ reportId }) => reports.some(({ id }) => id === reportId));
  const penaltyType = penaltyOf(decision);
  return (
    isTold &&
    (penaltyType === "none"
      ? imposed.length === 0
      : imposed.some(
          (penalty) =>
            penalty.adminId === personId &&
            penalty.penaltyType === penaltyType &&
            (penaltyType !== "suspension" || penalty.duration === Number(decision.duration)),
        ))
  );
};

/**
 * Sends decisions for one administrator. Before each sending it asks whether the case is still theirs and whether the
 * penalty still is what they saw; after a lost answer it looks what came of it before anything is sent again.
 */
export const createSending = (personId: string) => {
  const keys = new Map<number, string>();
  const lost = new Set<number>();
  const turns = new Map<string, Promise<unknown>>();
  // Whoever else has signed in meanwhile decides nothing by it.
  const asMe = { personId };

  const historyOf = (id: string) => client.penalties.history({ params: { id } }, asMe);

  /** The reports as they stand where all of it has arrived; nothing where nothing has. */
  const look = async (made: Made): Promise<readonly Report[] | undefined> => {
    const now: Report[] = [];
    for (const { id: reportId } of made.reports)
      now.push((await client.reports.get({ params: { reportId } }, asMe)).report);
    const left = now.filter(isOpen);
    if (lost.has(made.id)) {
      const { penalties } = await historyOf(made.reports[0].reportedUser.id);
      if (isDecidedSo(made, now, penalties, personId)) return now;
    }
    if (left.length === now.length) return undefined;
    const [first, ...others] = left;
    if (!first) throw new AppError("ALREADY_PROCESSED");
    throw new PartlyDecidedError([first, ...others], now.length - left.length);
  };

  /** Whether it may still be sent as it was decided. */
  const check = async ({ reports, decision, isConfirmed }: Made): Promise<void> => {
    for (const { id: reportId } of reports)
      await client.reports.lease({ params: { reportId }, body: { takeOver: false } }, asMe);
    if (isConfirmed || penaltyOf(decision) === "none") return;
    for (const id of new Set(reports.map(({ reportedUser }) => reportedUser.id)))
      if (isBan(decision, (await historyOf(id)).user)) throw new UnconfirmedBanError();
  };

  /** Of several the others are on no screen: where they stay open, nobody is at them any more. */
  const leaveOthers = async ({ reports: [, ...others] }: Made): Promise<void> => {
    for (const { id: reportId } of others)
      // Of what was decided meanwhile, or is somebody else's, there is nothing to leave.
      await client.reports.release({ params: { reportId } }, asMe).catch(() => undefined);
  };

  const deliver = async ({ id, reports, decision }: Made): Promise<readonly Report[]> => {
    const body = decisionOf(decision) as Decision; // left out, a penalty is none
    const [first, ...others] = reports;
    try {
      if (others.length === 0)
        return [(await client.reports.process({ params: { reportId: first.id }, body }, asMe)).report];
      const idempotencyKey = keys.get(id) ?? newIdempotencyKey();
      keys.set(id, idempotencyKey);
      const ids = reports.map((report) => report.id);
      return (await client.reports.processAll({ body: { ...body, ids } }, { ...asMe, idempotencyKey }))
        .reports;
    } catch (error) {
      if (isSilence(error)) lost.add(id);
      throw error;
    }
  };

  const send = async (made: Made): Promise<readonly Report[]> => {
    try {
      const arrived = lost.has(made.id) ? await look(made) : undefined;
      if (arrived) return arrived;
      await check(made);
      return await deliver(made);
    } catch (error) {
      const isLost = isSilence(error) && lost.has(made.id);
      if (!isLost && !hasCode(error, "ALREADY_PROCESSED")) throw error;
      const arrived = await look(made).catch((failure: unknown) => {
        // Without an answer to this either, nothing is known.
        throw isLost && isSilence(failure) ? new LostAnswerError(error) : failure;
      });
      if (arrived) return arrived;
      throw isLost ? new LostAnswerError(error) : error;
    }
  };
  const sendAndLeave = async (made: Made): Promise<readonly Report[]> => {
    let isOver = false;
    try {
      const reports = await send(made);
      isOver = !reports.some(isOpen);
      return reports;
    } finally {
      if (!isOver) void leaveOthers(made);
    }
  };

  /** Gives the reports as they are decided; of one person's decisions each sees what the one before has done. */
  return (made: Made): Promise<readonly Report[]> => {
    const { id } = made.reports[0].reportedUser;
    const work = () => sendAndLeave(made);
    const next = (turns.get(id) ?? Promise.resolve()).then(work, work);
    turns.set(id, next);
    return next;
  };
};
