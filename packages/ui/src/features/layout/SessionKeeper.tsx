import { pollIntervals } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useRoomNews } from "../chats/useChatRooms.ts";
import { useOrderNews } from "../orders/useOrderNews.ts";
import { keepNews, onNews } from "../../client/events.ts";
import {
  onLate,
  onRecovery,
  onOldestStaleAt,
  refetchStaleQueries,
  oldestStaleAt,
} from "../../client/responseCache.ts";
import { meKey, useMe } from "../../client/session.ts";
import { keepSession, type SessionEnd } from "../../device/sessionKeeping.ts";
import { countEndingDecisions, lostWords, noteLostDecisions } from "../../device/lostDecisions.ts";
import { waitForServer } from "../../client/waitForServer.ts";
import { useToast, type ToastAction, type ToastMessage } from "../../components/ToastProvider.tsx";
import { keptWords, knownKeptCount } from "../../device/outbox/keptCount.ts";
import { useIsLeaving } from "../../client/useIsLeaving.ts";
import { expiredNotice, useLoginAction } from "./useLoginAction.ts";
import { useContentNews } from "./useContentNews.ts";
import { useTradeNews } from "./useTradeNews.ts";

const notices: Record<SessionEnd, ToastMessage & { description: string }> = {
  expired: expiredNotice,
  left: { kind: "session-end", title: "로그아웃되었어요", description: "다른 창에서 로그아웃했어요." },
};

/**
 * What is said at the end: of what waits that it is kept, of decisions that they are not. The login page says that
 * itself, and is where this leads.
 */
const endNotice = (
  end: SessionEnd,
  personId: string,
  lost: number,
  login: () => ToastAction,
): ToastMessage => {
  const said = notices[end];
  if (window.location.pathname === "/login") return said;
  const count = end === "expired" ? knownKeptCount(personId) : 0;
  const words = [count === 0 ? said.description : keptWords(count), ...(lost === 0 ? [] : [lostWords(lost)])];
  return { ...said, description: words.join(" "), action: login() };
};

/** Keeps the stream of news open for who is signed in and may hear them. */
const useNews = (): void => {
  const queryClient = useQueryClient();
  const { user } = useMe();
  const isLeaving = useIsLeaving();
  const personId = user && !user.isBanned && !user.mustChangePassword && !isLeaving ? user.id : undefined;
  useEffect(() => (personId === undefined ? undefined : keepNews(personId)), [personId]);
  useEffect(() => {
    // What one may do has changed, or what another device of the person has changed of them.
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: meKey });
    const stops = [onNews("sanction", readAgain), onNews("account", readAgain)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
  useRoomNews();
  useOrderNews();
  useTradeNews();
  useContentNews(personId !== undefined);
};

/** No news come to somebody banned: whether that is over is asked for, on whatever screen they look at. */
const useLifting = (): void => {
  const queryClient = useQueryClient();
  const isBanned = useMe().user?.isBanned === true;
  useEffect(() => {
    if (!isBanned) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && navigator.onLine)
        // An answer may take longer than the interval: a question that cancels the one before never has one.
        void queryClient.invalidateQueries({ queryKey: meKey }, { cancelRefetch: false });
    }, pollIntervals.lifting);
    return () => {
      clearInterval(timer);
      // What they read as a visitor, and what was refused, is read anew as the member they are again.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
    };
  }, [queryClient, isBanned]);
};

/** While a server is only now and then there, everything is not read anew more often. */
const rereadMs = 30_000;

/** What was shown from the device is read anew once there is a network, or an answer that came late. */
const useFreshness = (): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    let readAt = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reread = () => {
      clearTimeout(timer);
      const left = readAt + rereadMs - performance.now();
      if (left > 0) {
        timer = setTimeout(reread, left);
        return;
      }
      readAt = performance.now();
      void refetchStaleQueries(() => queryClient.invalidateQueries());
    };
    const handleOnline = () => {
      if (oldestStaleAt() === undefined) return;
      readAt = -Infinity;
      reread();
    };
    const handleLate = (path: string, params: unknown) => {
      const asked = JSON.stringify(params);
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [name, input] }) =>
          // The input of a call, or nothing.
          name === path && JSON.stringify((input as { params?: unknown } | undefined)?.params) === asked,
      });
    };
    window.addEventListener("online", handleOnline);
    const stops = [onRecovery(reread), onLate(handleLate)];
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", handleOnline);
      for (const stop of stops) stop();
    };
  }, [queryClient]);
};

/** While something old is shown, the server is asked whether it is back: a screen may ask for nothing by itself. */
const useProbe = (): void => {
  const isOld = useSyncExternalStore(onOldestStaleAt, () => oldestStaleAt() !== undefined);
  // Its answer is news to all who hear that the server answers.
  useEffect(() => (isOld ? waitForServer(() => undefined) : undefined), [isOld]);
};

/** Watches over the session for all screens and says when it ended. */
export const SessionKeeper = () => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const login = useLoginAction();
  useEffect(
    () =>
      keepSession(queryClient, (end, personId) => {
        // Before nobody is there any more, and they are dropped.
        const lost = countEndingDecisions();
        if (lost > 0) noteLostDecisions(queryClient, lost);
        toast(endNotice(end, personId, lost, login));
      }),
    [queryClient, toast, login],
  );
  useNews();
  useLifting();
  useFreshness();
  useProbe();
  return null;
};
