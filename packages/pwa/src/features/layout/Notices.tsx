import type { CurrentUser } from "@knowhow/shared";
import { useEffect, useState } from "react";
import { useMe } from "@knowhow/ui/client/session.ts";
import { useInstalling } from "@knowhow/ui/client/installing.ts";
import { watchTyping } from "@knowhow/ui/device/update/busy.ts";
import { useReadyUpdate } from "../update/updates.ts";
import { sanctionOf } from "@knowhow/ui/features/accounts/sanction.ts";
import { Late } from "@knowhow/ui/features/layout/Late.tsx";

const loadUpdate = async () => (await import("../update/UpdateNotice.tsx")).UpdateNotice;
const loadInstall = async () => (await import("../install/InstallNotice.tsx")).InstallNotice;

const loadPenalty = async () => (await import("@knowhow/ui/features/accounts/PenaltyCard.tsx")).PenaltyCard;

const loadStaff = async () => (await import("../admin/StaffKeeper.tsx")).StaffKeeper;

/** Whether a suspension began during this session; one from before is told at the login. */
const useNewSuspension = (user: CurrentUser | null): boolean => {
  const [first, setFirst] = useState<Pick<CurrentUser, "id" | "suspendedUntil">>();
  if (user && first?.id !== user.id) setFirst(user);
  return (
    user !== null &&
    first?.id === user.id &&
    first.suspendedUntil !== user.suspendedUntil &&
    sanctionOf(user)?.kind === "suspension"
  );
};

/** The app's own notices: a new version, a penalty, the install offer, and new work for administrators. */
export const Notices = () => {
  const { user } = useMe();
  const isSuspendedNow = useNewSuspension(user);
  // Typing before an update is there counts too.
  useEffect(watchTyping, []);
  return (
    <>
      <Late isWanted={useReadyUpdate() !== undefined} load={loadUpdate} />
      <Late
        isWanted={isSuspendedNow || (user !== null && user.unseenPenaltyId !== null)}
        load={loadPenalty}
      />
      <Late isWanted={useInstalling().isOffered} load={loadInstall} />
      <Late isWanted={user?.isAdmin === true} load={loadStaff} />
    </>
  );
};
