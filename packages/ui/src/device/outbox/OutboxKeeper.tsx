import { useLiveValue } from "../../client/liveValue.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { hasCode, isSanction } from "../../components/failure.ts";
import { usePlatform } from "../../client/platform.tsx";
import { useToast } from "../../components/ToastProvider.tsx";
import { usePublishing } from "../drafts/usePublishing.ts";
import { unopened } from "../unopened.ts";
import { actHandlers } from "../jobs/handlers/act.ts";
import { openSheet } from "./sheet.ts";
import { useOutbox } from "./useOutbox.ts";
import { useSendingPerson } from "./useSendingPerson.ts";

/** Tells the signed-in person once that some of their kept data could not be opened any more. */
const useUnopenedNotice = (personId: string | undefined): void => {
  const toast = useToast();
  const found = useLiveValue(unopened);
  useEffect(() => {
    if (found === undefined || found.personId !== personId) return;
    unopened.set(undefined);
    toast(found.notice);
  }, [personId, found, toast]);
};

/** Sends the signed-in person's acts and drafts on every screen, and reports refused ones. */
export const OutboxKeeper = () => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const personId = useSendingPerson();
  useUnopenedNotice(personId);
  const { outbox, rows } = useOutbox(personId);
  useEffect(
    () =>
      outbox?.hear((outcome) => {
        // A visitor's first page does not load it.
        import("./followOutcome.ts").then(
          ({ followOutcome }) => followOutcome(queryClient, outcome),
          // Without a network nothing could be read anew.
          () => undefined,
        );
        // A form that waits for it shows that itself, and takes it back.
        if (outcome.status !== "refused" || outbox.isShown(outcome.job)) return;
        if (isSanction(outcome.error) || hasCode(outcome.error, "LOGIN_REQUIRED")) return;
        toast({
          title: `${actHandlers[outcome.kind].label}: 보내지 못했습니다`,
          description: outcome.error.message,
          variant: "destructive",
          action: { label: "보기", onAct: openSheet },
        });
      }),
    [outbox, queryClient, toast],
  );
  useEffect(() => {
    if (!outbox) return undefined;
    let stop = (): void => undefined;
    let isLeft = false;
    // Nor this.
    import("./waitingLikes.ts").then(
      ({ showWaitingLikes }) => {
        if (!isLeft) stop = showWaitingLikes(queryClient, outbox);
      },
      // Without a network the answers are shown as they were kept.
      () => undefined,
    );
    return () => {
      isLeft = true;
      stop();
    };
  }, [outbox, queryClient]);
  const waiting = rows.length + usePublishing(personId).publishing.length;
  const { showUnsent } = usePlatform();
  useEffect(() => showUnsent(waiting), [showUnsent, waiting]);
  return null;
};
