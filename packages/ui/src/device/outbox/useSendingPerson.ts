import { useMe } from "../../client/session.ts";
import { useIsLeaving } from "../../client/useIsLeaving.ts";

/** The user whose acts and drafts are sent at present; undefined during a sign-out or while a new password is due. */
export const useSendingPerson = (): string | undefined => {
  const { user } = useMe();
  const isLeaving = useIsLeaving();
  return user && !user.mustChangePassword && !isLeaving ? user.id : undefined;
};
