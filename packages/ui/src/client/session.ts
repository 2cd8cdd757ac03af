import { api, type AnyEndpoint, type CurrentUser } from "@knowhow/shared";
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { hasCode, isConnectionError } from "./failure.ts";
import { noteLeft, whoLeft } from "./leaving.ts";
import { keepAnswer } from "./mirror.ts";
import { dropOwn } from "./ownMemory.ts";
import { keepFor, noteSessionEnd, personHere } from "./person.ts";
import { eraseOutbox } from "../outbox/openOutbox.ts";
import { closeTexts } from "../texts/texts.ts";
import { platform } from "./platform.ts";
import { forgetAnswers } from "./remembered.ts";
import { tellTabs } from "./sessionChannel.ts";

/** The key of who is signed in; the value is null for a visitor. */
export const meKey: readonly unknown[] = [client.accounts.me.contract.path];

/** Asks who is signed in. */
export const readMe = async (signal: AbortSignal): Promise<CurrentUser | null> => {
  // The server may still know the browser, but nobody is signed in here.
  if (whoLeft() !== undefined) return null;
  try {
    return (await client.accounts.me({}, { signal })).user;
  } catch (error) {
    if (hasCode(error, "LOGIN_REQUIRED")) {
      // What is kept stays locked until its person signs in again.
      keepFor(null);
      return null;
    }
    throw error;
  }
};

/** Who is signed in: `user` is null for a visitor and while it is not known yet (`isPending`). */
export const useMe = () => {
  const query = useQuery({ queryKey: meKey, queryFn: ({ signal }) => readMe(signal), retry: false });
  return { ...query, user: query.data ?? null };
};

/** Keeps the person that an answer brought, without asking again. */
export const rememberMe = (queryClient: QueryClient, user: CurrentUser): void => {
  queryClient.setQueryData(meKey, user);
  // Without a network right after it, the device knows who is here.
  void keepAnswer(api.accounts.me, {}, { user }, undefined);
};

const publicReads = new Set<unknown>(
  Object.values(api)
    .flatMap((entries) => Object.values<AnyEndpoint>(entries))
    .filter(({ method, access }) => method === "GET" && access === "public")
    .map(({ path }) => path),
);

/**
 * Forgets what was read as somebody else: all that only members may read at once; what anyone may read and what is
 * being shown is read anew in its place.
 */
export const forgetReads = (queryClient: QueryClient): void => {
  queryClient.removeQueries({
    predicate: (query) =>
      query.queryKey[0] !== meKey[0] && !(publicReads.has(query.queryKey[0]) && query.isActive()),
  });
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => publicReads.has(queryKey[0]) });
};

/** After a sign-in or a sign-up: the person is known, and whatever a visitor had read is read anew. */
export const signedIn = (queryClient: QueryClient, user: CurrentUser): void => {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
  noteLeft(undefined);
  rememberMe(queryClient, user);
  keepFor(user.id);
  tellTabs("signed-in");
};

/** After a sign-out: nothing of the person stays, neither in memory nor on the device. */
export const signedOut = async (queryClient: QueryClient): Promise<void> => {
  const personId = queryClient.getQueryData<CurrentUser | null>(meKey)?.id ?? personHere();
  // An answer that is on its way would bring the person back.
  void queryClient.cancelQueries({ queryKey: meKey });
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
  queryClient.setQueryData(meKey, null);
  keepFor(null);
  closeTexts();
  dropOwn();
  forgetAnswers();
  tellTabs("signed-out");
  if (personId === null) return;
  try {
    await eraseOutbox(personId);
    noteSessionEnd(personId, undefined);
  } catch (error) {
    // What can not be deleted now is never sent by anybody else.
    console.warn(error);
  }
};

/** Without an answer by then, nobody is there to be told. */
const longestMs = 10_000;

/** Tells the server of a sign-out; answers whether it knows now, which it can not without a network. */
const tellServer = async (): Promise<boolean> => {
  const signal = AbortSignal.timeout(longestMs);
  try {
    await client.accounts.logout({}, { signal });
    return true;
  } catch (error) {
    if (isConnectionError(error) || signal.aborted) return false;
    throw error;
  }
};

/** Signs out and goes to the home page. Without a network this device is left at once, and the server told later. */
export const useLogout = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: tellServer,
    onSuccess: async (isTold) => {
      // Noted first: whatever happens from here on, nobody is signed in on this device.
      noteLeft(queryClient.getQueryData<CurrentUser | null>(meKey)?.id ?? personHere() ?? "");
      await signedOut(queryClient);
      if (isTold) noteLeft(undefined);
      platform.leaveFor("/");
    },
  });
};

/** Where to sign in, coming back to a path of our own afterwards. */
export const loginPath = (next: string = window.location.pathname + window.location.search): string =>
  next === "/" ? "/login" : `/login?next=${encodeURIComponent(next)}`;

/** The path to go to after a sign-in: only ever one of our own, else the home page. */
export const safeNext = (next: string | null | undefined): string => {
  if (!next || !/^\/(?!\/)[^\\]*$/.test(next)) return "/";
  const url = URL.canParse(next, window.location.origin) ? new URL(next, window.location.origin) : undefined;
  // Resolving may bring a second slash to the front ("/.//host"), which a browser reads as another site.
  if (url?.origin !== window.location.origin || url.pathname.startsWith("//")) return "/";
  return /^\/(login|register|logout)(\/|$)/.test(url.pathname) ? "/" : url.pathname + url.search + url.hash;
};
