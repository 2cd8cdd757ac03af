import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { usePlatform } from "../../../client/platform.tsx";
import { useToast } from "../../../components/ToastProvider.tsx";
import type { Decisions, MadeDecision } from "./decisions.ts";
import { decisionsOf, keepDecisions } from "./openDecisions.ts";

const DecisionsContext = createContext<Decisions | undefined>(undefined);

/** The decisions made here that have not arrived yet. */
export const useDecisions = (): Decisions => {
  const decisions = use(DecisionsContext);
  if (!decisions) throw new Error("useDecisions needs a DecisionsProvider around it.");
  return decisions;
};

/** The same, as a list that is drawn anew with each change. */
export const useMade = (): readonly MadeDecision[] => {
  const { list, subscribe } = useDecisions();
  return useSyncExternalStore(subscribe, list);
};

interface DecisionsProviderProps {
  /** The decisions' author; mount it anew for another user. */
  personId: string;
  children: ReactNode;
}

/** Keeps the signed-in user's decisions on every screen; several providers share the same ones. */
export const DecisionsProvider = ({ personId, children }: DecisionsProviderProps) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const platform = usePlatform();
  const [kept] = useState(() => decisionsOf(personId, { queryClient, toast, platform }));
  useEffect(() => keepDecisions(personId, kept), [personId, kept]);
  return <DecisionsContext value={kept.decisions}>{children}</DecisionsContext>;
};
