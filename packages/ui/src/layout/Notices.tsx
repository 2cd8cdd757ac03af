import { useEffect, useState, type ComponentType } from "react";
import { useMe } from "../client/session.ts";
import { useInstalling } from "../install/installing.ts";
import { watchTyping } from "../update/busy.ts";
import { useReadyUpdate } from "../update/updates.ts";

interface LateProps {
  isWanted: boolean;
  /** Must not change. */
  load: () => Promise<ComponentType>;
}

/** Something that most visits never need: fetched when it is first wanted, and there from then on. */
const Late = ({ isWanted, load }: LateProps) => {
  const [Found, setFound] = useState<ComponentType>();
  useEffect(() => {
    if (!isWanted || Found) return;
    load().then(
      (loaded) => setFound(() => loaded),
      // Without a network it can wait: it is wanted again with the next offer.
      () => undefined,
    );
  }, [isWanted, Found, load]);
  return Found ? <Found /> : null;
};

const loadUpdate = async () => (await import("../update/UpdateNotice.tsx")).UpdateNotice;
const loadInstall = async () => (await import("../install/InstallNotice.tsx")).InstallNotice;

const loadStaff = async () => (await import("../admin/StaffKeeper.tsx")).StaffKeeper;

/** What the app offers by itself: a new version, to be installed, and to administrators what comes in. */
export const Notices = () => {
  // What is typed before there is an update counts too.
  useEffect(watchTyping, []);
  return (
    <>
      <Late isWanted={useReadyUpdate() !== undefined} load={loadUpdate} />
      <Late isWanted={useInstalling().isOffered} load={loadInstall} />
      <Late isWanted={useMe().user?.isAdmin === true} load={loadStaff} />
    </>
  );
};
