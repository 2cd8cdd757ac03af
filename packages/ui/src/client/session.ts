import { api, type AnyEndpoint, type CurrentUser } from "@knowhow/shared";
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { hasCode } from "../components/failure.ts";
import { whenLeft, pendingSignOut } from "./leaving.ts";
import { noteLocked } from "./locked.ts";
import { cacheResponse } from "./responseCache.ts";
import { setActiveUser, activeUserId, sessionEpoch } from "./activeUser.ts";
import { takeIsVisitor } from "./bootstrap.ts";
import { confirmActiveUser } from "./sender.ts";

/** The key of who is signed in; the value is null for a visitor. */
export const meKey: readonly unknown[] = [client.accounts.me.contract.path];

/** Asks who is signed in. */
export const readMe = async (signal: AbortSignal): Promise<CurrentUser | null> => {
  // What it comes to is the answer.
  await whenLeft();
  // The server may still know the browser, but nobody is signed in here.
  if (pendingSignOut() !== undefined) return null;
  // It came with the page; another tab may have signed in since.
  if (takeIsVisitor() && activeUserId() === null) return null;
  const turn = sessionEpoch();
  try {
    const { user } = await client.accounts.me({}, { signal });
    confirmActiveUser(user.id);
    return user;
  } catch (error) {
    if (hasCode(error, "LOGIN_REQUIRED")) {
      // Who has signed in meanwhile was not asked about.
      if (turn !== sessionEpoch()) return null;
      // What is kept stays locked until its person signs in again; it may have run out while the app was closed.
      const personId = activeUserId();
      if (personId !== null) noteLocked(personId);
      setActiveUser(null);
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
  if ((activeUserId() ?? user.id) !== user.id) return;
  queryClient.setQueryData(meKey, user);
  // Without a network right after it, the device knows who is here.
  void cacheResponse(api.accounts.me, {}, { user }, undefined);
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
