import { pollIntervals } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { onNews } from "../../client/events.ts";
import {
  onLate,
  onRecovery,
  onOldestStaleAt,
  refetchStaleQueries,
  oldestStaleAt,
} from "../../client/responseCache.ts";
import { useDevice } from "../../client/platform.tsx";
import { meKey, useMe } from "../../client/session.ts";
import { keepSession, type SessionEnd } from "../../device/sessionKeeping.ts";
import { countEndingDecisions, lostWords, noteLostDecisions } from "../../device/lostDecisions.ts";
import { waitForServer } from "../../client/waitForServer.ts";
import { useToast, type ToastAction, type ToastMessage } from "../../components/ToastProvider.tsx";
import { keptWords, knownKeptCount } from "../../device/outbox/keptCount.ts";
import { useIsLeaving } from "../../client/useIsLeaving.ts";
import { expiredNotice, useLoginAction } from "./useLoginAction.ts";
import { useContentNews } from "./useContentNews.ts";

const notices: Record<SessionEnd, ToastMessage & { description: string }> = {
  expired: expiredNotice,
  left: { kind: "session-end", title: "로그아웃되었어요", description: "다른 창에서 로그아웃했어요." },
};

/**
 * The notice of a session's end: waiting acts are kept, decisions are not. The login page, where it leads, says that
 * itself.
 */
const endNotice = (
  end: SessionEnd,
  countKept: () => number,
  lost: number,
  login: () => ToastAction,
): ToastMessage => {
  const said = notices[end];
  if (window.location.pathname === "/login") return said;
  const kept = end === "expired" ? countKept() : 0;
  const words = [kept === 0 ? said.description : keptWords(kept), ...(lost === 0 ? [] : [lostWords(lost)])];
  return { ...said, description: words.join(" "), action: login() };
};

const PersonNews = lazy(() =>
  import("./PersonNews.tsx").then(
    (file) => ({ default: file.PersonNews }),
    // Where the file of the news can not be loaded, screens are polled.
    () => ({ default: () => null }),
  ),
);

/** The signed-in person who may hear news, which a visitor loads nothing for. */
const useNews = (): string | undefined => {
  const queryClient = useQueryClient();
  const { user } = useMe();
  const isLeaving = useIsLeaving();
  const personId = user && !user.isBanned && !user.mustChangePassword && !isLeaving ? user.id : undefined;
  useEffect(() => {
    // The person's rights have changed, or their account on another device.
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: meKey });
    const stops = [onNews("sanction", readAgain), onNews("account", readAgain)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
  useContentNews(personId !== undefined);
  return personId;
};

/** A banned person gets no news: the end of the ban is polled for, on every screen. */
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
      // Reads of a visitor, and refused ones, are repeated as the member again.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
    };
  }, [queryClient, isBanned]);
};

/** While the server comes and goes, everything is not read anew more often than this. */
const rereadMs = 30_000;

/** Reads stale answers anew once there is a network, or a late answer. */
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

/** While a stale answer is shown, the server is probed: the screen itself may ask for nothing. */
const useProbe = (): void => {
  const isStale = () => oldestStaleAt() !== undefined;
  const isOld = useSyncExternalStore(onOldestStaleAt, isStale, isStale);
  // The server's answer reaches all listeners to its recovery.
  useEffect(() => (isOld ? waitForServer(() => undefined) : undefined), [isOld]);
};

/** Watches over the session for all screens and reports its end. */
export const SessionKeeper = () => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const login = useLoginAction();
  const device = useDevice();
  useEffect(
    () =>
      keepSession(queryClient, device, (end, personId) => {
        // Before the session's decisions are dropped.
        const lost = countEndingDecisions();
        if (lost > 0) noteLostDecisions(queryClient, lost);
        toast(endNotice(end, () => knownKeptCount(device, personId), lost, login));
      }),
    [queryClient, device, toast, login],
  );
  const personId = useNews();
  useLifting();
  useFreshness();
  useProbe();
  return personId === undefined ? null : (
    <Suspense>
      <PersonNews personId={personId} />
    </Suspense>
  );
};
