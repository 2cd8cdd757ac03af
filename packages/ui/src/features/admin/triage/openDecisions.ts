import type { OutputOf, Report, SanctionStatus, api } from "@knowhow/shared";
import type { QueryClient } from "@tanstack/react-query";
import { client } from "../../../client/client.ts";
import { onNews } from "../../../client/events.ts";
import { hasCode } from "../../../components/failure.ts";
import { invalidate, keyOf } from "../../../client/queries.ts";
import { tellUnsentDecisions } from "../../../client/unsentDecisions.ts";
import type { useToast } from "../../../components/ToastProvider.tsx";
import { isOpen } from "../decision.ts";
import { forgetDraft, watchDrafts } from "./caseDrafts.ts";
import { countOf, createDecisions, type Decisions, type MadeDecision } from "./decisions.ts";
import { createSending, LostAnswerError } from "./sending.ts";
import { showReports } from "./useQueue.ts";

type History = OutputOf<(typeof api)["penalties"]["history"]>;

interface Means {
  queryClient: QueryClient;
  toast: ReturnType<typeof useToast>;
}

const refresh = (queryClient: QueryClient, { reports }: MadeDecision) =>
  Promise.all([
    invalidate(queryClient, client.reports.list),
    // Every case: one about the same person counts these, and offers to decide them too.
    invalidate(queryClient, client.reports.get),
    ...reports.map(({ reportedUser: { id } }) =>
      invalidate(queryClient, client.penalties.history, { params: { id } }),
    ),
  ]);

/** Shows how the person of a decision stands after it, wherever their history is known; gives that. */
const showStanding = (
  queryClient: QueryClient,
  decided: readonly Report[],
  { reports: [{ reportedUser }] }: MadeDecision,
): SanctionStatus => {
  const { id, warningCount, suspendedUntil, isBanned } = decided[0]?.reportedUser ?? reportedUser;
  const standing = { warningCount, suspendedUntil, isBanned };
  queryClient.setQueryData<History>(
    keyOf(client.penalties.history, { params: { id } }),
    (known) => known && { ...known, user: { ...known.user, ...standing } },
  );
  return standing;
};

const countWords = (made: MadeDecision) => (countOf(made) === 1 ? "" : ` ${countOf(made)}건`);

/** How many reports about the same thing a decision about one of them has left; 0 where that can not be read. */
const countLeft = async (
  { reports: [first], voices, decision }: MadeDecision,
  personId: string,
): Promise<number> => {
  if (first.voices === 1 || voices !== undefined || decision.status === "reviewed") return 0;
  try {
    return (await client.reports.get({ params: { reportId: first.id } }, { personId })).sameTarget;
  } catch {
    return 0;
  }
};

const create = (personId: string, { queryClient, toast }: Means): Decisions => {
  const { send, takeOthers, leaveOthers } = createSending(personId);
  const created = createDecisions({
    send: async (made) => {
      const reports = await send(made);
      showReports(queryClient, reports);
      return showStanding(queryClient, reports, made);
    },
    onHeld: (made) => void takeOthers(made),
    onUndone: (made) => void leaveOthers(made),
    onSent: (made) => {
      for (const { id } of made.reports) forgetDraft(personId, id);
      void countLeft(made, personId).then((left) => {
        const more = left === 0 ? "" : ` 같은 대상의 신고 ${left}건이 남아 있어요.`;
        toast({ title: `신고${countWords(made)} 처리 완료`, description: `신고자에게 알렸어요.${more}` });
      });
      void refresh(queryClient, made);
    },
    onFailed: (made, error) => {
      void refresh(queryClient, made);
      if (!hasCode(error, "ALREADY_PROCESSED")) return;
      // Somebody else's decision stands.
      created.undo(made.id);
      for (const { id } of made.reports) forgetDraft(personId, id);
      toast({ title: "신고 처리 실패", description: error.message, variant: "destructive" });
    },
  });
  return created;
};

/** Failed decisions whose fate is known: of a lost answer it is not, and what came of that is looked up when it is sent. */
const failedAbout = (decisions: Decisions): string[] =>
  decisions
    .list()
    .filter(({ state, error }) => state === "failed" && !(error instanceof LostAnswerError))
    .flatMap(({ reports }) => reports.map(({ id }) => id));

/** Drops what failed and what somebody else has decided since. */
const watchFailed = (personId: string, decisions: Decisions, { toast }: Means): (() => void) => {
  const look = async (reportId: string) => {
    const { report, sameTarget } = await client.reports.get({ params: { reportId } }, { personId });
    if (isOpen(report) || !decisions.leaveOut(reportId, sameTarget)) return;
    forgetDraft(personId, reportId);
    toast({ title: "다른 관리자가 먼저 처리했어요", description: "보내지 못한 결정은 지웠어요." });
  };
  const lookAt = (reportId: string) => {
    // Without an answer it stays where it is.
    if (failedAbout(decisions).includes(reportId)) look(reportId).catch(() => undefined);
  };
  const stops = [
    onNews("report", ({ id }) => lookAt(id)),
    onNews("resync", () => {
      for (const id of failedAbout(decisions)) lookAt(id);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/** Has whoever ends the session know of what has not arrived. */
const tellOf = ({ list, sendNow }: Decisions): (() => void) =>
  tellUnsentDecisions({
    count: () => ({ all: list().length, failed: list().filter(({ state }) => state === "failed").length }),
    sendAll: async () => {
      const held = list().filter(({ state }) => state === "held");
      await Promise.all(held.map(({ id }) => sendNow(id)));
    },
  });

/** The decisions of one person, with what goes on while somebody keeps them. */
export interface OpenDecisions {
  decisions: Decisions;
  watch: () => () => void;
}

const open = (personId: string, means: Means): OpenDecisions => {
  const decisions = create(personId, means);
  return {
    decisions,
    watch: () => {
      const stops = [watchDrafts(personId), watchFailed(personId, decisions, means), tellOf(decisions)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};

const opened = new Map<string, { kept: OpenDecisions; users: number; stop?: () => void }>();

/** The decisions of somebody: the same ones on every screen. */
export const decisionsOf = (personId: string, means: Means): OpenDecisions => {
  const known = opened.get(personId) ?? { kept: open(personId, means), users: 0 };
  opened.set(personId, known);
  return known.kept;
};

/** Keeps somebody's decisions until it is stopped; with the last who keeps them, what was not sent is not decided. */
export const keepDecisions = (personId: string, kept: OpenDecisions): (() => void) => {
  const known = opened.get(personId) ?? { kept, users: 0 };
  opened.set(personId, known);
  known.users += 1;
  known.stop ??= kept.watch();
  return () => {
    known.users -= 1;
    if (known.users > 0) return;
    known.stop?.();
    opened.delete(personId);
    kept.decisions.dropAll();
  };
};
