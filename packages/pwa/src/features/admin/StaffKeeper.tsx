import { useEffect } from "react";
import { sanctionOf } from "@knowhow/ui/features/accounts/sanction.ts";
import { useAlertNotices } from "@knowhow/ui/features/alerts/useAlertNotices.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { DecisionBar } from "@knowhow/ui/features/admin/triage/DecisionBar.tsx";
import {
  DecisionsProvider,
  useDecisions,
  useMade,
} from "@knowhow/ui/features/admin/triage/DecisionsProvider.tsx";
import { isContingent, isUnsent, type MadeDecision } from "@knowhow/ui/features/admin/triage/decisions.ts";
import { guardPage } from "@knowhow/ui/device/update/busy.ts";
import { useAdminNotices } from "@knowhow/ui/features/alerts/useAdminNotices.ts";

/** The browser asks before it closes a page with unsent decisions; those that can be are sent as the page goes. */
const useDecisionGuard = () => {
  const decisions = useDecisions();
  const isAnyMade = useMade().length > 0;
  useEffect(() => {
    // Only while needed: a page with such a question is kept out of the back/forward cache.
    if (!isAnyMade) return undefined;
    const releasePage = guardPage({
      isAtRisk: () => decisions.list().some(({ state }) => state !== "sending"),
      isMoving: () => true,
    });
    window.addEventListener("pagehide", decisions.sendAllAtOnce);
    return () => {
      window.removeEventListener("pagehide", decisions.sendAllAtOnce);
      releasePage();
    };
  }, [decisions, isAnyMade]);
};

/** Tells what happens to unsent decisions when the page goes; those that depend on an undecided one may fail. */
const leavingWordsOf = (all: readonly MadeDecision[]): string | undefined => {
  const unsent = all.filter(isUnsent);
  const contingent = unsent.filter(isContingent).length;
  if (unsent.length === 0) return undefined;
  const words = [
    ...(contingent < unsent.length ? ["기다리지 않고 바로 보내요."] : []),
    ...(contingent > 0 ? [`앞선 제재의 결과에 달린 ${contingent}건은 처리되지 않을 수 있어요.`] : []),
  ];
  return `이 창을 닫으면 ${words.join(" ")}`;
};

const Staff = () => {
  useDecisionGuard();
  useAdminNotices();
  useAlertNotices();
  return <DecisionBar leavingWords={leavingWordsOf(useMade())} />;
};

/** On every page of the web app, for administrators: notices of new work, and decisions not sent yet. */
export const StaffKeeper = () => {
  const { user } = useMe();
  // With a temporary password only a new password is asked for; under a sanction every call is refused.
  return user?.isAdmin && !user.mustChangePassword && !sanctionOf(user) ? (
    <DecisionsProvider key={user.id} personId={user.id}>
      <Staff />
    </DecisionsProvider>
  ) : null;
};
