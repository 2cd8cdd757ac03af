import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router-dom";
import { hasCode, isSanction } from "../client/failure.ts";
import { useMe } from "../client/session.ts";
import { useToast } from "../components/ToastProvider.tsx";
import { refreshContents } from "../contents/contentCache.ts";
import { useIsLeaving } from "../layout/useIsLeaving.ts";
import type { DraftOutcome } from "./store.ts";

/** How long after the first screen it begins, in milliseconds: that one goes first. */
const firstMs = 1_500;

/** Where a draft is gone on with. */
const formOf = ({ draft: { id, contentId } }: DraftOutcome): string =>
  contentId === null ? `/upload?draft=${id}` : `/edit-content/${contentId}?draft=${id}`;

/** Uploads and publishes what the signed-in person has waiting, on every screen, and tells what became of it. */
export const DraftKeeper = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const { user } = useMe();
  const isLeaving = useIsLeaving();
  const personId = user && !user.mustChangePassword && !isLeaving ? user.id : undefined;
  const follow = useEffectEvent((outcome: DraftOutcome) => {
    const title = outcome.draft.values.title.trim() || "제목 없음";
    if (outcome.as === "stored") {
      void refreshContents(queryClient);
      if (outcome.isElsewhere) return;
      const { id } = outcome.content;
      toast({
        title: outcome.draft.contentId === null ? "콘텐츠가 등록되었습니다" : "콘텐츠가 수정되었습니다",
        description: title,
        action: { label: "보기", onAct: () => void navigate(`/content/${id}`) },
      });
      return;
    }
    if (isSanction(outcome.error) || hasCode(outcome.error, "LOGIN_REQUIRED")) return;
    toast({
      title: `${title}: 등록하지 못했습니다`,
      description: outcome.error.message,
      variant: "destructive",
      action: { label: "보기", onAct: () => void navigate(formOf(outcome)) },
    });
  });
  useEffect(() => {
    if (personId === undefined) return undefined;
    const stops: (() => void)[] = [];
    let isOver = false;
    const begin = async () => {
      const { draftsOf } = await import("./openDrafts.ts");
      if (isOver) return;
      const drafts = draftsOf(personId);
      stops.push(drafts.hear(follow), drafts.start());
    };
    const timer = setTimeout(() => {
      begin().catch((error: unknown) => {
        // Without a network the code may be missing: nothing could be sent either.
        console.warn(error);
      });
    }, firstMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [personId]);
  return null;
};
