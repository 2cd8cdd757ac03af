import type { OutputOf, Report, SanctionStatus, api } from "@knowhow/shared";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { client, type Page } from "../../../client/client.ts";
import { onNews } from "../../../client/events.ts";
import { hasCode } from "../../../components/failure.ts";
import type { Platform } from "../../../client/platform.tsx";
import { invalidate, keyOf } from "../../../client/queries.ts";
import { tellUnsentDecisions } from "../../../client/unsentDecisions.ts";
import type { useToast } from "../../../components/ToastProvider.tsx";
import { isOpen, penaltyOf } from "../decision.ts";
import { noneHeld, setHeldCounts, withoutHeld } from "../heldCount.ts";
import { countsOf, tabCountsOf } from "../useReports.ts";
import { summaryOf } from "../ActLines.tsx";
import { endDraft, forgetDraft, isDecidedBy, watchDrafts } from "./caseDrafts.ts";
import { canLeaveOut, countOf, createDecisions, type Decisions, type MadeDecision } from "./decisions.ts";
import { countHeld, inTabs, withoutHeldRows } from "./queue.ts";
import { boundOf, createSending, LostAnswerError } from "./sending.ts";
import { showReports } from "./useQueue.ts";

type History = OutputOf<(typeof api)["penalties"]["history"]>;
type Listed = OutputOf<(typeof api)["reports"]["list"]>;

interface Means {
  queryClient: QueryClient;
  toast: ReturnType<typeof useToast>;
  platform: Pick<Platform, "canKeepAlive" | "device">;
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

/** A tab without the rows of decisions, and with the counts that are left; the queue keeps those under review. */
const withoutDecided = (
  { reports, counts }: Listed,
  decided: readonly MadeDecision[],
  isUnderReview: boolean,
): Listed => {
  const held = countHeld(decided);
  const queue = withoutHeld(countsOf(counts), isUnderReview ? noneHeld.queue : held.queue);
  const tabs = withoutHeld(tabCountsOf(counts), held.tabs);
  return {
    reports: withoutHeldRows(reports, decided, inTabs),
    counts: {
      ...counts,
      ...{ pending: tabs.pending, processed: tabs.processed, open: queue.pending },
      ...(queue.voices === undefined ? {} : { voices: queue.voices }),
      ...(tabs.voices === undefined ? {} : { pendingVoices: tabs.voices }),
    },
  };
};

/** Removes the reports of an arrived decision from the cached tabs: the next reading may be a second away. */
const leaveOutOfTabs = (queryClient: QueryClient, made: MadeDecision, isUnderReview: boolean): void => {
  const arrived = [{ ...made, state: "sending" as const }];
  queryClient.setQueriesData<Listed | InfiniteData<Page<Listed>>>(
    { queryKey: [client.reports.list.contract.path] },
    (known) => {
      if (!known || "reports" in known) return known && withoutDecided(known, arrived, isUnderReview);
      const pages = known.pages.map((page) => ({
        ...page,
        data: withoutDecided(page.data, arrived, isUnderReview),
      }));
      return { ...known, pages };
    },
  );
};

/** Shows the person's sanction status after a decision wherever their history is known, and gives it. */
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

/** How many reports about the same thing are left after a decision about one of them; 0 where that can not be read. */
const countLeft = async ({ reports: [first], decision }: MadeDecision, personId: string): Promise<number> => {
  if (first.voices === 1 || decision.status === "reviewed") return 0;
  try {
    return (await client.reports.get({ params: { reportId: first.id } }, { personId })).sameTarget;
  } catch {
    return 0;
  }
};

/** Reports whose decision here is void after another administrator's; a lost answer is resolved at the next send. */
const openReportsOf = (decisions: Decisions): string[] =>
  decisions
    .list()
    .filter((made) => canLeaveOut(made) && !(made.error instanceof LostAnswerError))
    .flatMap(({ reports }) => reports.map(({ id }) => id));

interface Refused {
  personId: string;
  toast: Means["toast"];
  state: MadeDecision["state"];
}

/** Says who has decided what instead; what was typed here stays with the report that a colleague has decided. */
const tellDecided = (report: Report, { personId, toast, state }: Refused): void => {
  const { lastAct } = report;
  if (lastAct && isDecidedBy(personId, report)) {
    toast({ title: "이미 처리한 신고예요", description: summaryOf(lastAct) });
    return;
  }
  const words = lastAct ? `${summaryOf(lastAct)}. ` : "";
  const description = `${words}보내지 ${state === "failed" ? "못한" : "않은"} 결정은 지웠고, 쓴 내용은 신고에 남겨 뒀어요.`;
  toast({ title: "다른 관리자가 먼저 처리했어요", description });
};

/** Drops the decision about a report that another administrator has decided since. */
const createDropping = (personId: string, decisions: Decisions, { toast, platform }: Means) => {
  const textsNow = () => platform.device.textsOf(personId);
  const drop = async (reportId: string) => {
    const made = decisions.list().find(({ reports }) => reports.some(({ id }) => id === reportId));
    const input = { params: { reportId }, query: boundOf(made ?? {}) };
    const { report, sameTarget } = await client.reports.get(input, { personId });
    if (isOpen(report)) return;
    const dropped = decisions.leaveOut(reportId, sameTarget);
    if (!dropped) return;
    endDraft(personId, textsNow(), report);
    tellDecided(report, { personId, toast, state: dropped.state });
  };
  return (reportId: string): void => {
    // Without an answer it stays as it is.
    if (openReportsOf(decisions).includes(reportId)) drop(reportId).catch(() => undefined);
  };
};

/** Drops decisions from here about reports that other administrators have decided since. */
const watchOthers = (decisions: Decisions, lookAt: (reportId: string) => void): (() => void) => {
  const stops = [
    onNews("report", ({ id }) => lookAt(id)),
    onNews("resync", () => {
      for (const id of openReportsOf(decisions)) lookAt(id);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/** Longest wait of a sign-out for the release of reports: their leases end by themselves. */
const maxLeavingMs = 3_000;

const create = (personId: string, means: Means) => {
  const { queryClient, toast, platform } = means;
  const textsNow = () => platform.device.textsOf(personId);
  const { send, takeOthers, leaveOthers, leaveAll } = createSending(personId, platform);
  const created = createDecisions({
    send: async (made) => {
      const reports = await send(made);
      showReports(queryClient, reports);
      leaveOutOfTabs(queryClient, made, reports.every(isOpen));
      return showStanding(queryClient, reports, made);
    },
    onHeld: (made) => void takeOthers(made),
    onUndone: (made) => void leaveOthers(made),
    onSent: (made) => {
      for (const { id } of made.reports) forgetDraft(textsNow(), id);
      void countLeft(made, personId).then((left) => {
        const more = left === 0 ? "" : ` 같은 대상의 신고 ${left}건이 남아 있어요.`;
        const told = penaltyOf(made.decision) === "none" ? "신고자" : "신고자와 제재받은 사람";
        toast({ title: `신고${countWords(made)} 처리 완료`, description: `${told}에게 알렸어요.${more}` });
      });
      void refresh(queryClient, made);
    },
    onFailed: (made, error) => {
      void refresh(queryClient, made);
      if (!hasCode(error, "ALREADY_PROCESSED")) {
        // The news of another's decision may have come while this one was on its way.
        for (const { id } of made.reports) lookAt(id);
        return;
      }
      // Another decision stands: a colleague's, or one's own from another tab.
      created.undo(made.id);
      const [{ id: firstId }] = made.reports;
      for (const { id: reportId } of made.reports)
        client.reports.get({ params: { reportId } }, { personId }).then(
          ({ report }) => {
            if (!isOpen(report)) endDraft(personId, textsNow(), report);
            if (reportId === firstId) tellDecided(report, { personId, toast, state: "failed" });
          },
          () => {
            // The draft stays until it is known who has decided.
            if (reportId === firstId)
              toast({ title: "신고 처리 실패", description: error.message, variant: "destructive" });
          },
        );
    },
  });
  const lookAt = createDropping(personId, created, means);
  const dropAndLeave = async () => {
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, maxLeavingMs);
    });
    await Promise.race([Promise.all(created.dropAll().map(leaveAll)), late]);
  };
  return { decisions: created, lookAt, dropAndLeave };
};

/** Tells a sign-out how many decisions have not arrived. */
const tellOf = ({ list, sendNow }: Decisions, dropAll: () => Promise<void>): (() => void) =>
  tellUnsentDecisions({
    count: () => ({
      all: list().length,
      failed: list().filter(({ state }) => state === "failed").length,
      sending: list().filter(({ state }) => state === "sending").length,
    }),
    sendAll: async () => {
      // Waits for those on their way too: their outcome has to be known.
      const others = list().filter(({ state }) => state !== "failed");
      await Promise.all(others.map(({ id }) => sendNow(id)));
    },
    dropAll,
  });

/** Leaves held decisions out of every count of waiting reports. */
const tellHeldCount = ({ list, subscribe }: Decisions): (() => void) => {
  const tell = () => setHeldCounts(countHeld(list()));
  tell();
  const stop = subscribe(tell);
  return () => {
    stop();
    setHeldCounts(noneHeld);
  };
};

/** The decisions of one person, with the subscriptions that run while a screen keeps them. */
export interface OpenDecisions {
  decisions: Decisions;
  watch: () => () => void;
}

const open = (personId: string, means: Means): OpenDecisions => {
  const { decisions, lookAt, dropAndLeave } = create(personId, means);
  return {
    decisions,
    watch: () => {
      const stops = [
        watchDrafts(personId, means.platform.device.textsOf(personId), decisions.isAbout),
        watchOthers(decisions, lookAt),
        tellOf(decisions, dropAndLeave),
        tellHeldCount(decisions),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};

const opened = new Map<string, { kept: OpenDecisions; users: number; stop?: () => void }>();

/** The decisions of a person: the same object on every screen. */
export const decisionsOf = (personId: string, means: Means): OpenDecisions => {
  const known = opened.get(personId) ?? { kept: open(personId, means), users: 0 };
  opened.set(personId, known);
  return known.kept;
};

/** Keeps a person's decisions until the returned function is called; the last call drops the unsent ones. */
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
