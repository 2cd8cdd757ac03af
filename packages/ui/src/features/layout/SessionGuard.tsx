import type { CurrentUser } from "@knowhow/shared";
import { lazy, Suspense, useEffect, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { setTabItem, getTabItem } from "../../client/tabItems.ts";
import { useMe } from "../../client/session.ts";

// Rarely needed: the first page does not carry it.
const MustChangePassword = lazy(async () => ({
  default: (await import("../accounts/MustChangePassword.tsx")).MustChangePassword,
}));

/** Paths that stay open to everybody: signing in and out, the texts. */
const freePaths: ReadonlySet<string> = new Set([
  "/login", "/logout", "/terms", "/privacy-policy", "/faq", "/support", "/customer-service",
]); // oxfmt-ignore
/** Paths of signing in and out: a notice waits for the next screen. */
const doors: ReadonlySet<string> = new Set(["/login", "/logout", "/register"]);
/** Further paths that are not interrupted: a payment on its way, the talk with the administrators. */
const uninterrupted: ReadonlySet<string> = new Set([
  ...freePaths,
  "/register",
  "/payment-success",
  "/payment-fail",
  "/user-admin-chats",
]);

const noticePath = "/penalty-notice";

/** Whether this person has to see a notice before anything else. */
const hasNews = ({ isBanned, unseenPenaltyId }: CurrentUser): boolean => isBanned || unseenPenaltyId !== null;

/** Notes that a person was told after coming in; a ban is noted apart from everything told before. */
const markOf = ({ id, isBanned }: CurrentUser): string => (isBanned ? `${id} banned` : id);

/**
 * Stands before every screen: a person with a temporary password changes it first, and one with an unseen penalty is
 * led to it once after a sign-in or a start of the app, never during other work. A person who came in on an
 * uninterrupted path is not led away later either, but told by PenaltyCard. Only a ban interrupts at any time.
 */
export const SessionGuard = () => {
  const { user } = useMe();
  const { pathname } = useLocation();
  // Over reloads too: a banned person reads on after that, as a visitor does.
  const [told, setTold] = useState(() => getTabItem("told"));
  useEffect(() => {
    if (told !== undefined) setTabItem("told", told);
  }, [told]);
  if (!user) {
    if (told !== undefined) setTold(undefined);
    return <Outlet />;
  }
  if (user.mustChangePassword)
    return freePaths.has(pathname) ? (
      <Outlet />
    ) : (
      <Suspense>
        <MustChangePassword user={user} />
      </Suspense>
    );
  if (told === markOf(user)) return <Outlet />;
  if (uninterrupted.has(pathname)) {
    if (!user.isBanned && !doors.has(pathname)) setTold(markOf(user));
    return <Outlet />;
  }
  if (hasNews(user) && pathname !== noticePath) return <Navigate to={noticePath} />;
  setTold(markOf(user));
  return <Outlet />;
};
