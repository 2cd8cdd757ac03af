import { sanctionOf } from "@knowhow/ui/features/accounts/sanction.ts";
import { useAlertNotices } from "@knowhow/ui/features/alerts/useAlertNotices.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { DecisionBar } from "@knowhow/ui/features/admin/triage/DecisionBar.tsx";
import { DecisionsProvider } from "@knowhow/ui/features/admin/triage/DecisionsProvider.tsx";
import { useAdminNotices } from "@knowhow/ui/features/alerts/useAdminNotices.ts";

const Staff = () => {
  useAdminNotices();
  useAlertNotices();
  return <DecisionBar />;
};

/** What an administrator has on every page of the web app: word of what comes in, and the decisions not sent yet. */
export const StaffKeeper = () => {
  const { user } = useMe();
  // With a temporary password nothing is asked for but a new one; under a sanction everything is refused.
  return user?.isAdmin && !user.mustChangePassword && !sanctionOf(user) ? (
    <DecisionsProvider key={user.id} personId={user.id}>
      <Staff />
    </DecisionsProvider>
  ) : null;
};
