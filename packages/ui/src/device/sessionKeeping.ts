import type { CurrentUser } from "@knowhow/shared";
import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { Device } from "./device.ts";
import { endLeftSession } from "../client/client.ts";
import { eraseForBan, finishErasing } from "./erasing.ts";
import { pendingSignOut } from "../client/leaving.ts";
import { noteLocked } from "../client/locked.ts";
import { onLoginRequired } from "../client/refusals.ts";
import { removeTabItems, setTabItem, getTabItem } from "../client/tabItems.ts";
import { isBanUnmet, setActiveUser, activeUserId } from "../client/activeUser.ts";
import { forgetAnswers } from "../client/etagCache.ts";
import { forgetReads, meKey, readMe } from "../client/session.ts";
import { hearTabs } from "../client/sessionChannel.ts";

/** How a session ended from outside this tab: it ran out, or another tab signed out. */
export type SessionEnd = "expired" | "left";

/** Coming back to a tab reads the session, unless that was done less than this ago. */
const askAgainMs = 30_000;

const expired = new WeakSet<QueryClient>();

/** Whether the last session of this tab ran out, without a sign-in since. */
export const hasExpired = (queryClient: QueryClient): boolean => expired.has(queryClient);

/**
 * The shell has ended the session, which needs no network: all that the person has read is forgotten, and their texts
 * are kept for them.
 */
export const sessionOver = (queryClient: QueryClient): void => {
  const personId = queryClient.getQueryData<CurrentUser | null>(meKey)?.id ?? activeUserId();
  // An answer that is on its way would bring the person back.
  void queryClient.cancelQueries({ queryKey: meKey });
  queryClient.setQueryData(meKey, null);
  setActiveUser(null);
  if (personId !== null) {
    expired.add(queryClient);
    noteLocked(personId);
  }
  forgetReads(queryClient);
  forgetAnswers();
};

/** The tab's memory belongs to one person: another person's is dropped. */
const claimMemory = ({ id }: CurrentUser): void => {
  if (getTabItem("person") === id) return;
  removeTabItems();
  setTabItem("person", id);
};

/** How often the server is told of a pending sign-out. */
const tellAgainMs = 30_000;

/** Finishes an interrupted sign-out, on the device and at the server. */
const keepTelling = (device: Device, { signal }: AbortController): void => {
  const tell = () => {
    if (pendingSignOut() !== undefined && navigator.onLine) endLeftSession().catch(() => undefined);
  };
  const finish = () => {
    tell();
    // A page may have been closed before everything was deleted.
    void finishErasing(device);
  };
  // The page may have been closed between the two notes of a sign-out.
  if (pendingSignOut() !== undefined) setActiveUser(null);
  finish();
  const timer = setInterval(finish, tellAgainMs);
  window.addEventListener("online", tell, { signal });
  signal.addEventListener("abort", () => clearInterval(timer));
};

/**
 * Keeps this tab's knowledge of the session true: reads it again after a LOGIN_REQUIRED, on coming back to the tab and
 * when another tab signs in; forgets everything of a person whose session has ended. Gives the way to stop.
 */
export const keepSession = (
  queryClient: QueryClient,
  device: Device,
  onEnd: (end: SessionEnd, personId: string) => void,
): (() => void) => {
  const { closeTexts, leaveTexts, closeOutboxes, resumeOutbox } = device;
  const meOf = () => queryClient.getQueryData<CurrentUser | null>(meKey);
  let known = meOf();

  const end = (how: SessionEnd, personId: string) => {
    if (how === "expired") {
      expired.add(queryClient);
      noteLocked(personId);
      // From here on the device keeps the texts sealed: this page must not write them again.
      leaveTexts();
      closeTexts();
    }
    forgetReads(queryClient);
    onEnd(how, personId);
  };
  /** Another tab has signed out, and deletes the waiting acts. */
  const leave = ({ id }: CurrentUser) => {
    queryClient.setQueryData(meKey, null);
    setActiveUser(null);
    closeTexts();
    removeTabItems();
    closeOutboxes();
    end("left", id);
  };
  const receive = (user: CurrentUser) => {
    claimMemory(user);
    expired.delete(queryClient);
    noteLocked(undefined);
    // Waiting acts can not be sent any more.
    if (!isBanUnmet(user)) return;
    closeTexts();
    void eraseForBan(device, user.id);
  };
  const handleMe = (isOwnAct: boolean) => {
    const before = known;
    const user = meOf() ?? null;
    known = user;
    if (user) receive(user);
    // The same person is signed in: a refusal for want of a session was about another session.
    if (user && before?.id === user.id) resumeOutbox(user.id);
    // The first answer, the same person, or an act of this tab, which has cleaned up itself.
    if (before === undefined || before?.id === user?.id || isOwnAct) return;
    if (user) forgetReads(queryClient);
    else if (before && pendingSignOut() !== undefined) leave(before);
    else if (before) end("expired", before.id);
  };
  const ask = () => {
    const read = { queryKey: meKey, queryFn: ({ signal }: { signal: AbortSignal }) => readMe(signal) };
    // Without an answer no change is known.
    void queryClient.query({ ...read, staleTime: 0 }).catch(() => undefined);
  };
  const askIfKnown = () => {
    if (known) ask();
  };
  const handleLook = () => {
    const askedAt = queryClient.getQueryState(meKey)?.dataUpdatedAt ?? 0;
    if (document.visibilityState === "visible" && Date.now() - askedAt >= askAgainMs) askIfKnown();
  };

  // The answer came before the first screen.
  if (known) receive(known);
  const life = new AbortController();
  keepTelling(device, life);
  window.addEventListener("focus", handleLook, life);
  document.addEventListener("visibilitychange", handleLook, life);
  window.addEventListener("pageshow", ({ persisted }) => (persisted ? askIfKnown() : undefined), life);
  const stops = [
    () => life.abort(),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.query.queryHash !== hashKey(meKey)) return;
      if (event.action.type === "success") handleMe(event.action.manual === true);
    }),
    onLoginRequired(askIfKnown),
    // A tab of another release may tell news that this one does not know.
    hearTabs((news: string) => {
      if (news === "signed-in") {
        noteLocked(undefined);
        // An answer that is on its way names the user before.
        void queryClient.cancelQueries({ queryKey: meKey });
        ask();
      } else if (known && news === "signed-out") leave(known);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
