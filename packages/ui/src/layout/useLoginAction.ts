import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { loginPath } from "../client/session.ts";
import type { ToastAction } from "../components/ToastProvider.tsx";

/** The act of a notice that leads to the login and, after it, back to the screen one is on then. */
export const useLoginAction = (): (() => ToastAction) => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = useRef("/");
  useEffect(() => {
    here.current = pathname + search;
  }, [pathname, search]);
  return useCallback(
    () => ({ label: "로그인", onAct: () => void navigate(loginPath(here.current)) }),
    [navigate],
  );
};
