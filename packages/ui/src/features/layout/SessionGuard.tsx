import type { CurrentUser } from "@knowhow/shared";
import { lazy, Suspense, useEffect, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { keepOwn, readOwn } from "../../client/ownMemory.ts";
import { useMe } from "../../client/session.ts";

// Few ever meet it: the first page does not carry it.
const MustChangePassword = lazy(async () => ({
  default: (await import("../accounts/MustChangePassword.tsx")).MustChangePassword,
}));

/** What stays open to everybody: signing in and out, the texts. */
const freePaths: ReadonlySet<string> = new Set([
  "/login", "/logout", "/terms", "/privacy-policy", "/faq", "/support", "/customer-service",
]); // prettier-ignore
/** Through which people come in: what they have to be told waits for the screen behind them. */
const doors: ReadonlySet<string> = new Set(["/login", "/logout", "/register"]);
/** What is not broken into, beside that: a payment on its way, the talk with the administrators. */
const uninterrupted: ReadonlySet<string> = new Set([
  ...freePaths,
  "/register",
  "/payment-success",
  "/payment-fail",
  "/user-admin-chats",
]);

const noticePath = "/penalty-notice";

/** Whether there is something that this person has to be told before anything else. */
const hasNews = ({ isBanned, unseenPenaltyId }: CurrentUser): boolean => isBanned || unseenPenaltyId !== null;

/** What somebody was told when they came in; a ban is news of its own, whatever was told before. */
const markOf = ({ id, isBanned }: CurrentUser): string => (isBanned ? `${id} banned` : id);

/**
 * Stands before every screen: who came in with a temporary password changes it first, and who has a penalty that they
 * do not know of is led to it, once after they signed in or opened the app, never in the middle of something: who came
 * in where nothing is broken into is not led away later either, but told by PenaltyCard. Only a ban is told where it
 * finds them.
 */
export const SessionGuard = () => {
  const { user } = useMe();
  const { pathname } = useLocation();
  // Over reloads too: somebody banned reads on after that, as a visitor does.
  const [told, setTold] = useState(() => readOwn("told"));
  useEffect(() => {
    if (told !== undefined) keepOwn("told", told);
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
