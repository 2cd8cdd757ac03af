import type { CurrentUser } from "@knowhow/shared";
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { closeOutboxes, eraseOutbox } from "../outbox/openOutbox.ts";
import { closeTexts } from "../texts/texts.ts";
import { endLeftSession } from "./client.ts";
import { whoLeft } from "./leaving.ts";
import { onLoginRequired } from "./loginRequired.ts";
import { dropOwn, keepOwn, readOwn } from "./ownMemory.ts";
import { isNewlyBanned, keepFor } from "./person.ts";
import { forgetReads, meKey, readMe } from "./session.ts";
import { hearTabs } from "./sessionChannel.ts";

/** How a session ended without this tab's doing: it ran out, or another tab signed out. */
export type SessionEnd = "expired" | "left";

/** Coming back to a tab asks who is signed in, unless that was asked less than this ago. */
const askAgainMs = 30_000;

const expired = new WeakSet<QueryClient>();

/** Whether the last session of this tab ran out, and nobody signed in since. */
export const hasExpired = (queryClient: QueryClient): boolean => expired.has(queryClient);

/** What was kept in this tab belongs to one person: somebody else does not find it. */
const claimMemory = ({ id }: CurrentUser): void => {
  if (readOwn("person") === id) return;
  dropOwn();
  keepOwn("person", id);
};

const erase = (personId: string): void => {
  closeTexts();
  eraseOutbox(personId).catch((error: unknown) => console.warn(error));
};

/** So often the server is told of a sign-out until it has heard. */
const tellAgainMs = 30_000;

/** Tells the server of a sign-out that it has not heard of, as soon as that is possible. Gives the way to stop. */
const keepTelling = (): (() => void) => {
  const tell = () => {
    if (whoLeft() !== undefined && navigator.onLine) endLeftSession().catch(() => undefined);
  };
  const left = whoLeft();
  // The page may have gone before everything was deleted.
  if (left) erase(left);
  tell();
  const timer = setInterval(tell, tellAgainMs);
  window.addEventListener("online", tell);
  return () => {
    clearInterval(timer);
    window.removeEventListener("online", tell);
  };
};

/**
 * Keeps what this tab knows of the session true: asks again after an answer that wants a login, on coming back to the
 * tab and when another tab signs in; forgets everything of a person whose session has ended. Gives the way to stop.
 */
export const keepSession = (queryClient: QueryClient, onEnd: (end: SessionEnd) => void): (() => void) => {
  const meOf = () => queryClient.getQueryData<CurrentUser | null>(meKey);
  let known = meOf();

  const end = (how: SessionEnd) => {
    if (how === "expired") expired.add(queryClient);
    forgetReads(queryClient);
    onEnd(how);
  };
  const handleMe = (isOwnAct: boolean) => {
    const before = known;
    const user = meOf() ?? null;
    known = user;
    if (user) {
      claimMemory(user);
      expired.delete(queryClient);
      // What waits can not be sent any more.
      if (isNewlyBanned(user)) erase(user.id);
    }
    // The first answer, the same person, or what this tab did itself and has cleared up after.
    if (before === undefined || before?.id === user?.id || isOwnAct) return;
    if (user === null) end("expired");
    else forgetReads(queryClient);
  };
  const ask = () => {
    const read = { queryKey: meKey, queryFn: ({ signal }: { signal: AbortSignal }) => readMe(signal) };
    // Without an answer nothing is known to have changed.
    void queryClient.query({ ...read, staleTime: 0 }).catch(() => undefined);
  };
  const askIfKnown = () => {
    if (known) ask();
  };
  const handleLook = () => {
    const askedAt = queryClient.getQueryState(meKey)?.dataUpdatedAt ?? 0;
    if (document.visibilityState === "visible" && Date.now() - askedAt >= askAgainMs) askIfKnown();
  };
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) askIfKnown();
  };

  if (known) claimMemory(known);
  const stops = [
    keepTelling(),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.query.queryHash !== hashKey(meKey)) return;
      if (event.action.type === "success") handleMe(event.action.manual === true);
    }),
    onLoginRequired(askIfKnown),
    hearTabs((news) => {
      if (news === "signed-in") ask();
      else if (known) {
        queryClient.setQueryData(meKey, null);
        keepFor(null);
        closeTexts();
        dropOwn();
        // The tab that signed out deletes what waits.
        closeOutboxes();
        end("left");
      }
    }),
  ];
  window.addEventListener("focus", handleLook);
  document.addEventListener("visibilitychange", handleLook);
  window.addEventListener("pageshow", handleShow);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener("focus", handleLook);
    document.removeEventListener("visibilitychange", handleLook);
    window.removeEventListener("pageshow", handleShow);
  };
};
