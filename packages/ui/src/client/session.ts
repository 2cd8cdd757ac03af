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

/** The key of the signed-in user; the value is null for a visitor. */
export const meKey: readonly unknown[] = [client.accounts.me.contract.path];

/** Reads the signed-in user. */
export const readMe = async (signal: AbortSignal): Promise<CurrentUser | null> => {
  // A sign-out under way decides the answer.
  await whenLeft();
  // The server may still have the session, but the person has signed out here.
  if (pendingSignOut() !== undefined) return null;
  // The page was sent to a visitor; another tab may have signed in since.
  if (takeIsVisitor() && activeUserId() === null) return null;
  const turn = sessionEpoch();
  try {
    const { user } = await client.accounts.me({}, { signal });
    confirmActiveUser(user.id);
    return user;
  } catch (error) {
    if (hasCode(error, "LOGIN_REQUIRED")) {
      // Another person has signed in meanwhile: the answer is not about them.
      if (turn !== sessionEpoch()) return null;
      // The kept answers stay locked until their owner signs in again; the session may have ended in a closed app.
      const personId = activeUserId();
      if (personId !== null) noteLocked(personId);
      setActiveUser(null);
      return null;
    }
    throw error;
  }
};

/** The signed-in user: `user` is null for a visitor and while it is not known yet (`isPending`). */
export const useMe = () => {
  const query = useQuery({ queryKey: meKey, queryFn: ({ signal }) => readMe(signal), retry: false });
  return { ...query, user: query.data ?? null };
};

/** Whose screen this is, for what has a place before the server has answered: until then the device's active user. */
export const usePersonId = (): string | null => {
  const { user, isPending } = useMe();
  return isPending ? activeUserId() : (user?.id ?? null);
};

/** Keeps the user that an answer brought, without asking again. */
export const rememberMe = (queryClient: QueryClient, user: CurrentUser): void => {
  // An answer for the user before.
  if ((activeUserId() ?? user.id) !== user.id) return;
  queryClient.setQueryData(meKey, user);
  // Should the network go right after it, the device knows the user.
  void cacheResponse(api.accounts.me, {}, { user }, undefined);
};

const publicReads = new Set<unknown>(
  Object.values(api)
    .flatMap((entries) => Object.values<AnyEndpoint>(entries))
    .filter(({ method, access }) => method === "GET" && access === "public")
    .map(({ path }) => path),
);

/** Forgets the reads of another user: members' reads at once; public ones that are on the screen are read anew. */
export const forgetReads = (queryClient: QueryClient): void => {
  queryClient.removeQueries({
    predicate: (query) =>
      query.queryKey[0] !== meKey[0] && !(publicReads.has(query.queryKey[0]) && query.isActive()),
  });
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => publicReads.has(queryKey[0]) });
};
