import type { Comment } from "@knowhow/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { client, newIdempotencyKey } from "../client/client.ts";
import { hasCode, messageOf } from "../client/failure.ts";
import { invalidate, usePagedEndpoint } from "../client/queries.ts";
import { useToast } from "../components/ToastProvider.tsx";
import { keepUnsent, readUnsent } from "./unsent.ts";

/** A comment on its way, or one that did not get through. */
export interface Draft {
  /** Also the idempotency key: sending it twice stores it once. */
  key: string;
  text: string;
  /** Why it was not stored; absent while it is being sent. */
  failure?: string;
}

/** The comments of a content, newest first, a page at a time. */
export const useComments = (contentId: string) =>
  usePagedEndpoint(client.comments.list, { params: { id: contentId } });

const recalled = (contentId: string, userId: string | undefined): Draft[] =>
  readUnsent(contentId, userId).sent.map((draft) => ({
    ...draft,
    failure: "다시 시도해도 한 번만 등록돼요.",
  }));

/**
 * Comments that are being sent: shown at once, and kept with their text until they are stored, also when the screen is
 * left or the session ends. `userId` is who writes; without one what was written stays as it is.
 */
export const useCommentDrafts = (contentId: string, userId: string | undefined) => {
  const queryClient = useQueryClient();
  const [writer, setWriter] = useState(userId);
  const [drafts, setDrafts] = useState(() => recalled(contentId, userId));
  // An answer may come when the screen is gone; then only this and what is kept of it still change.
  const held = useRef(drafts);
  useEffect(() => {
    held.current = drafts;
  }, [drafts]);
  if (userId !== undefined && userId !== writer) {
    setWriter(userId);
    setDrafts(recalled(contentId, userId));
  }
  const change = (act: (before: Draft[]) => Draft[]) => {
    const next = act(held.current);
    held.current = next;
    keepUnsent(contentId, writer, { sent: next.map(({ key, text }) => ({ key, text })) });
    setDrafts(next);
  };
  const discard = (key: string) => change((before) => before.filter((draft) => draft.key !== key));
  const replace = (key: string, draft: Draft) =>
    change((before) => before.map((one) => (one.key === key ? draft : one)));
  const { mutate } = useMutation({
    mutationFn: ({ key, text }: Draft) =>
      client.comments.create({ params: { id: contentId }, body: { comment: text } }, { idempotencyKey: key }),
    onSuccess: async (_, { key }) => {
      await invalidate(queryClient, client.comments.list, { params: { id: contentId } });
      discard(key);
    },
    onError: (error, draft) => replace(draft.key, { ...draft, failure: messageOf(error) }),
  });
  return {
    drafts,
    discard,
    send: (text: string) => {
      const draft = { key: newIdempotencyKey(), text };
      change((before) => [draft, ...before]);
      mutate(draft);
    },
    /** Under the same key: had the first one been stored after all, it is not stored twice. */
    retry: ({ key, text }: Draft) => {
      replace(key, { key, text });
      mutate({ key, text });
    },
  };
};

/** Deletes one's own comment. */
export const useRemoveComment = (contentId: string) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const refresh = () => invalidate(queryClient, client.comments.list, { params: { id: contentId } });
  return useMutation({
    mutationFn: ({ id }: Pick<Comment, "id">) => client.comments.remove({ params: { id } }),
    onSuccess: async () => {
      await refresh();
      toast({ title: "댓글을 삭제했습니다" });
    },
    onError: async (error) => {
      // Already gone: the list shows so.
      if (hasCode(error, "NOT_FOUND")) await refresh();
      toast({ title: "댓글 삭제 실패", description: messageOf(error), variant: "destructive" });
    },
  });
};
