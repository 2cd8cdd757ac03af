import { api, type AnyEndpoint, type CurrentUser } from "@knowhow/shared";
import {
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { client } from "./client.ts";
import { erasePerson, noteErasing } from "./erasing.ts";
import { hasCode, isConnectionError } from "./failure.ts";
import { noteLeft, whoLeft } from "./leaving.ts";
import { noteLocked } from "./locked.ts";
import { keepAnswer } from "./mirror.ts";
import { dropOwn } from "./ownMemory.ts";
import { keepFor, personHere, turnHere } from "./person.ts";
import { closeTexts } from "../texts/texts.ts";
import { takeIsVisitor } from "../layout/bootstrap.ts";
import { platform } from "./platform.ts";
import { forgetAnswers } from "./remembered.ts";
import { namePerson } from "./sender.ts";
import { tellTabs } from "./sessionChannel.ts";

/** The key of who is signed in; the value is null for a visitor. */
export const meKey: readonly unknown[] = [client.accounts.me.contract.path];

/** A sign-out of this tab that is under way. */
let leaving: Promise<unknown> | undefined;

/** Asks who is signed in. */
export const readMe = async (signal: AbortSignal): Promise<CurrentUser | null> => {
  // What it comes to is the answer.
  await leaving;
  // The server may still know the browser, but nobody is signed in here.
  if (whoLeft() !== undefined) return null;
  // It came with the page; another tab may have signed in since.
  if (takeIsVisitor() && personHere() === null) return null;
  const turn = turnHere();
  try {
    const { user } = await client.accounts.me({}, { signal });
    namePerson(user.id);
    return user;
  } catch (error) {
    if (hasCode(error, "LOGIN_REQUIRED")) {
      // Who has signed in meanwhile was not asked about.
      if (turn !== turnHere()) return null;
      // What is kept stays locked until its person signs in again; it may have run out while the app was closed.
      const personId = personHere();
      if (personId !== null) noteLocked(personId);
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

/** Keeps what an answer brought of who is signed in, without asking again. */
export const rememberMe = (queryClient: QueryClient, user: CurrentUser): void => {
  // An answer to who was here before.
  if ((personHere() ?? user.id) !== user.id) return;
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
  // An answer that is on its way tells who was here before.
  void queryClient.cancelQueries({ queryKey: meKey });
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
  noteLeft(undefined);
  // What was not deleted of this very person is theirs again.
  noteErasing(user.id, false);
  keepFor(user.id);
  rememberMe(queryClient, user);
  tellTabs("signed-in");
};

const whoIs = (queryClient: QueryClient): string | null =>
  queryClient.getQueryData<CurrentUser | null>(meKey)?.id ?? personHere();

/** Nobody waits longer than this for what the device keeps to be deleted; the next start does the rest. */
const longestErasingMs = 5_000;

/** After a sign-out: nothing of the person stays, neither in memory nor on the device. */
export const signedOut = async (queryClient: QueryClient, personId = whoIs(queryClient)): Promise<void> => {
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
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, longestErasingMs);
  });
  await Promise.race([erasePerson(personId), late]);
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

/**
 * Signs out on this device and at the server; answers as it began where the server refuses. Who signs in meanwhile, in
 * another tab, is not touched: what was to be deleted stays noted for the next start.
 */
const leave = async (queryClient: QueryClient): Promise<void> => {
  const personId = whoIs(queryClient);
  // Noted first: whatever happens from here on, nobody is signed in on this device, and the next start does the rest.
  noteLeft(personId ?? "");
  keepFor(null);
  if (personId !== null) noteErasing(personId, true);
  // No later one is the same, not even where the same person signs in and out again.
  const turn = turnHere();
  let isTold: boolean;
  try {
    isTold = await tellServer();
  } catch (error) {
    if (turn !== turnHere()) return;
    if (personId !== null) noteErasing(personId, false);
    keepFor(personId);
    noteLeft(undefined);
    // They may have taken it for a sign-out.
    tellTabs("signed-in");
    throw error;
  }
  if (turn !== turnHere()) return;
  await signedOut(queryClient, personId);
  if (isTold && turn === turnHere()) noteLeft(undefined);
};

const logoutKey = ["logout"] as const;

/** Whether signing out is under way on some screen of the page. */
export const useIsLoggingOut = (): boolean => useIsMutating({ mutationKey: logoutKey }) > 0;

/** Signs out and goes to the home page. Without a network this device is left at once, and the server told later. */
export const useLogout = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: logoutKey,
    mutationFn: () => {
      const work = leave(queryClient);
      leaving = work
        .catch(() => undefined)
        .finally(() => {
          leaving = undefined;
        });
      return work;
    },
    onSuccess: () => platform.leaveFor("/"),
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
