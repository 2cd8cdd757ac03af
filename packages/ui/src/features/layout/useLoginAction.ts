import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { loginPath } from "../../client/loginPath.ts";
import { without } from "../../client/without.ts";
import type { ToastAction, ToastMessage } from "../../components/ToastProvider.tsx";

/** The notice of a session's end: one for all parts of the app. */
export const expiredNotice = {
  kind: "session-end",
  title: "로그인이 끝났어요",
  description: "시간이 지났거나 다른 기기에서 끝낸 로그인이에요. 다시 로그인하면 이어서 이용할 수 있어요.",
} as const;

/** The same notice for the login page itself, without the link to it. */
export const withoutLogin = (shown: ToastMessage): ToastMessage =>
  shown.action?.kind === "login" ? without(shown, "action") : shown;

/** Removes the notice of a session's end where the screen says more of it; any other stays. */
export const withoutSessionEnd = (shown: ToastMessage): ToastMessage | null =>
  shown.kind === "session-end" ? null : shown;

/** The act of a notice that leads to the login and, after it, back to the then open screen. */
export const useLoginAction = (): (() => ToastAction) => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = useRef("/");
  useEffect(() => {
    here.current = pathname + search;
  }, [pathname, search]);
  return useCallback(
    () => ({ kind: "login", label: "로그인", onAct: () => void navigate(loginPath(here.current)) }),
    [navigate],
  );
};
