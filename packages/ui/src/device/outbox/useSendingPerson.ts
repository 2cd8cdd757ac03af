import { useMe } from "../../client/session.ts";
import { useIsLeaving } from "../../client/useIsLeaving.ts";

/** Whose acts and drafts are sent at present; nobody's while they are asked to sign out or for a new password. */
export const useSendingPerson = (): string | undefined => {
  const { user } = useMe();
  const isLeaving = useIsLeaving();
  return user && !user.mustChangePassword && !isLeaving ? user.id : undefined;
};
