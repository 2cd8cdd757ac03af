import type { QueryClient } from "@tanstack/react-query";
import { client } from "../../client/client.ts";
import { hasCode } from "../../client/failure.ts";
import { invalidate } from "../../client/queries.ts";
import type { useToast } from "../../components/ToastProvider.tsx";
import { forgetDraft, watchDrafts } from "./caseDrafts.ts";
import { createDecisions, type Decisions, type Made } from "./decisions.ts";
import { createSending } from "./sending.ts";
import { showReports } from "./useQueue.ts";

interface Means {
  queryClient: QueryClient;
  toast: ReturnType<typeof useToast>;
}

const refresh = (queryClient: QueryClient, { reports }: Made) =>
  Promise.all([
    invalidate(queryClient, client.reports.list),
    ...reports.flatMap(({ id, reportedUser }) => [
      invalidate(queryClient, client.reports.get, { params: { reportId: id } }),
      invalidate(queryClient, client.penalties.history, { params: { id: reportedUser.id } }),
    ]),
  ]);

const countWords = ({ reports }: Made) => (reports.length === 1 ? "" : ` ${reports.length}건`);

const create = (personId: string, { queryClient, toast }: Means): Decisions => {
  const send = createSending(personId);
  const created = createDecisions({
    send: async (made) => {
      showReports(queryClient, await send(made));
    },
    onSent: (made) => {
      for (const { id } of made.reports) forgetDraft(personId, id);
      toast({ title: `신고${countWords(made)} 처리 완료`, description: "신고자에게 알렸어요." });
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

interface Opened {
  decisions: Decisions;
  users: number;
  /** Ends what runs while somebody keeps them. */
  stop?: () => void;
}

const opened = new Map<string, Opened>();

/** The decisions of somebody: the same ones on every screen. */
export const decisionsOf = (personId: string, means: Means): Decisions => {
  const known: Opened = opened.get(personId) ?? { decisions: create(personId, means), users: 0 };
  opened.set(personId, known);
  return known.decisions;
};

/** Keeps somebody's decisions until it is stopped; with the last who keeps them, what was not sent is not decided. */
export const keepDecisions = (personId: string, decisions: Decisions): (() => void) => {
  const kept: Opened = opened.get(personId) ?? { decisions, users: 0 };
  opened.set(personId, kept);
  kept.users += 1;
  kept.stop ??= watchDrafts(personId);
  return () => {
    kept.users -= 1;
    if (kept.users > 0) return;
    kept.stop?.();
    opened.delete(personId);
    decisions.dropAll();
  };
};
