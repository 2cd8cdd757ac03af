import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router-dom";
import { hasCode, isSanction } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import { useSendingPerson } from "@knowhow/ui/device/outbox/useSendingPerson.ts";
import { loadedLater } from "../../offline/loadedLater.ts";
import type { wordsOf } from "./outcomeWords.ts";
import type { DraftOutcome } from "@knowhow/ui/device/drafts/store.ts";

/** Delay of the start, in milliseconds: the first screen goes first. */
const firstMs = 1_500;

/** Uploads and publishes the signed-in user's waiting drafts, on every screen, and shows the outcome. */
export const DraftKeeper = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const personId = useSendingPerson();
  const follow = useEffectEvent((outcome: DraftOutcome, say: typeof wordsOf) => {
    if (outcome.status === "stored") void refreshContents(queryClient);
    else if (isSanction(outcome.error) || hasCode(outcome.error, "LOGIN_REQUIRED")) return;
    if (outcome.isElsewhere) return;
    const { path, ...message } = say(outcome);
    toast({ ...message, action: { label: "보기", onAct: () => void navigate(path) } });
  });
  useEffect(() => {
    if (personId === undefined) return undefined;
    let stop: () => void = () => undefined;
    const { later } = loadedLater(() =>
      Promise.all([import("@knowhow/ui/device/drafts/openDrafts.ts"), import("./outcomeWords.ts")]),
    );
    const timer = setTimeout(() => {
      // Without a network the code may be missing, and is loaded again later.
      stop = later(([{ draftsOf }, words]) => {
        const drafts = draftsOf(personId);
        const stops = [drafts.hear((outcome) => follow(outcome, words.wordsOf)), drafts.start()];
        return () => {
          for (const one of stops) one();
        };
      });
    }, firstMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [personId]);
  return null;
};
