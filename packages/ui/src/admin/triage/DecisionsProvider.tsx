import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { client } from "../../client/client.ts";
import { hasCode } from "../../client/failure.ts";
import { invalidate } from "../../client/queries.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { textsOf } from "../../texts/texts.ts";
import { createDecisions, type Decisions, type Made } from "./decisions.ts";
import { createSending } from "./sending.ts";
import { showReports } from "./useQueue.ts";

const DecisionsContext = createContext<Decisions | undefined>(undefined);

/** Under which name stands what is being decided about a report. */
export const draftName = (reportId: string): string => `case:${reportId}`;

/** The decisions that were made here and have not arrived yet. */
export const useDecisions = (): Decisions => {
  const decisions = use(DecisionsContext);
  if (!decisions) throw new Error("useDecisions needs a DecisionsProvider around it.");
  return decisions;
};

/** The same, as a list that is drawn anew with each change. */
export const useMade = (): readonly Made[] => {
  const { list, subscribe } = useDecisions();
  return useSyncExternalStore(subscribe, list);
};

const refresh = (queryClient: QueryClient, { reports }: Made) =>
  Promise.all([
    invalidate(queryClient, client.reports.list),
    ...reports.flatMap(({ id, reportedUser }) => [
      invalidate(queryClient, client.reports.get, { params: { reportId: id } }),
      invalidate(queryClient, client.penalties.history, { params: { id: reportedUser.id } }),
    ]),
  ]);

const countWords = ({ reports }: Made) => (reports.length === 1 ? "" : ` ${reports.length}건`);

interface DecisionsProviderProps {
  /** Whose decisions they are; mount it anew for somebody else. */
  personId: string;
  children: ReactNode;
}

/** Keeps the decisions of who is signed in, whichever screen they look at. */
export const DecisionsProvider = ({ personId, children }: DecisionsProviderProps) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [decisions] = useState(() => {
    const send = createSending(personId);
    const created = createDecisions({
      send: async (made) => {
        showReports(queryClient, await send(made));
      },
      onSent: (made) => {
        for (const { id } of made.reports) textsOf(personId).keep(draftName(id), undefined);
        toast({ title: `신고${countWords(made)} 처리 완료`, description: "신고자에게 알렸어요." });
        void refresh(queryClient, made);
      },
      onFailed: (made, error) => {
        void refresh(queryClient, made);
        if (!hasCode(error, "ALREADY_PROCESSED")) return;
        // Somebody else's decision stands.
        created.undo(made.id);
        toast({ title: "신고 처리 실패", description: error.message, variant: "destructive" });
      },
    });
    return created;
  });
  useEffect(
    () => () => {
      decisions.dropAll();
    },
    [decisions],
  );
  return <DecisionsContext value={decisions}>{children}</DecisionsContext>;
};
