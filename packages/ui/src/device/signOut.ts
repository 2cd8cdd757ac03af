import type { CurrentUser } from "@knowhow/shared";
import { useIsMutating, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { client } from "../client/client.ts";
import { setPendingSignOut, noteSignOut } from "../client/leaving.ts";
import { removeTabItems } from "../client/tabItems.ts";
import { setActiveUser, activeUserId, sessionEpoch } from "../client/activeUser.ts";
import { usePlatform } from "../client/platform.tsx";
import { forgetAnswers } from "../client/etagCache.ts";
import { meKey, rememberMe } from "../client/session.ts";
import { tellTabs } from "../client/sessionChannel.ts";
import { isConnectionError } from "../components/failure.ts";
import type { Device } from "./device.ts";
import { erasePerson, schedulePurge } from "./erasing.ts";

/** After a sign-in or a sign-up: the person is known, and everything that a visitor has read is read anew. */
export const signedIn = (queryClient: QueryClient, user: CurrentUser): void => {
  // An answer that is on its way names the user before.
  void queryClient.cancelQueries({ queryKey: meKey });
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
  setPendingSignOut(undefined);
  // Data of this very person that was not deleted yet is kept again.
  schedulePurge(user.id, false);
  setActiveUser(user.id);
  rememberMe(queryClient, user);
  tellTabs("signed-in");
};

const currentUserId = (queryClient: QueryClient): string | null =>
  queryClient.getQueryData<CurrentUser | null>(meKey)?.id ?? activeUserId();

/** Longest wait for the deletion of the device's data; the next start does the rest. */
const maxErasingMs = 5_000;

/** After a sign-out: nothing of the person stays, neither in memory nor on the device. */
export const signedOut = async (
  queryClient: QueryClient,
  device: Device,
  personId = currentUserId(queryClient),
): Promise<void> => {
  // An answer that is on its way would bring the person back.
  void queryClient.cancelQueries({ queryKey: meKey });
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
  queryClient.setQueryData(meKey, null);
  setActiveUser(null);
  device.closeTexts();
  removeTabItems();
  forgetAnswers();
  tellTabs("signed-out");
  if (personId === null) return;
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, maxErasingMs);
  });
  await Promise.race([erasePerson(device, personId), late]);
};

/** Without an answer by then, the server counts as unreachable. */
const maxMs = 10_000;

/** Tells the server of a sign-out; answers whether it knows now, which it can not without a network. */
const tellServer = async (): Promise<boolean> => {
  const signal = AbortSignal.timeout(maxMs);
  try {
    await client.accounts.logout({}, { signal });
    return true;
  } catch (error) {
    if (isConnectionError(error) || signal.aborted) return false;
    throw error;
  }
};

/**
 * Signs out on this device and at the server; the device is signed in again where the server refuses. A sign-in in
 * another tab meanwhile is not touched: a pending deletion stays noted for the next start.
 */
const leave = async (queryClient: QueryClient, device: Device): Promise<void> => {
  const personId = currentUserId(queryClient);
  // Noted first: after any interruption from here on the device has no active user, and the next start does the rest.
  setPendingSignOut(personId ?? "");
  setActiveUser(null);
  if (personId !== null) schedulePurge(personId, true);
  // Reads on their way would be refused once the server has signed the person out.
  void queryClient.cancelQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
  // No later epoch is the same, not even where the same person signs in and out again.
  const turn = sessionEpoch();
  let isTold: boolean;
  try {
    isTold = await tellServer();
  } catch (error) {
    if (turn !== sessionEpoch()) return;
    if (personId !== null) schedulePurge(personId, false);
    setActiveUser(personId);
    setPendingSignOut(undefined);
    // Other tabs may have taken it for a sign-out.
    tellTabs("signed-in");
    throw error;
  }
  if (turn !== sessionEpoch()) return;
  await signedOut(queryClient, device, personId);
  if (isTold && turn === sessionEpoch()) setPendingSignOut(undefined);
};

const logoutKey = ["logout"] as const;

/** Whether a sign-out is under way on any screen of the page. */
export const useIsLoggingOut = (): boolean => useIsMutating({ mutationKey: logoutKey }) > 0;

/** Signs out and goes to the home page. Without a network the device signs out at once, and tells the server later. */
export const useLogout = () => {
  const queryClient = useQueryClient();
  const { device, leaveFor } = usePlatform();
  return useMutation({
    mutationKey: logoutKey,
    mutationFn: () => {
      const work = leave(queryClient, device);
      noteSignOut(work);
      return work;
    },
    // The way back from the next screen leads past the sign-out.
    onSuccess: () => leaveFor("/", "replace"),
  });
};
