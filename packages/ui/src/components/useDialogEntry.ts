import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";

const dialogOf = (state: unknown): unknown =>
  typeof state === "object" && state !== null && "dialog" in state ? state.dialog : undefined;

/**
 * A dialog that has an entry of the history: the way back closes it instead of leaving the screen, the way forward
 * opens it again. `name` tells it from the other dialogs of the screen.
 */
export const useDialogEntry = (name: string) => {
  const navigate = useNavigate();
  const location = useLocation();
  const isEntered = dialogOf(location.state) === name;
  /** The entry that is being left: the dialog counts as closed before the browser has gone back. */
  const [leaving, setLeaving] = useState<string>();
  if (leaving !== undefined && leaving !== location.key) setLeaving(undefined);
  // The caller of `open` or `close` may have been drawn long ago: a toast, for one.
  const now = useRef({ location, isEntered });
  useEffect(() => {
    now.current = { location, isEntered };
  }, [location, isEntered]);

  const open = useCallback(() => {
    const { location: here, isEntered: isOpen } = now.current;
    if (isOpen) return;
    const { pathname, search, hash } = here;
    const state: unknown = here.state;
    void navigate(
      { pathname, search, hash },
      { state: { ...(typeof state === "object" ? state : {}), dialog: name }, preventScrollReset: true },
    );
  }, [navigate, name]);
  const close = useCallback(() => {
    if (!now.current.isEntered) return;
    // A second press would go back once more.
    now.current.isEntered = false;
    setLeaving(now.current.location.key);
    void navigate(-1);
  }, [navigate]);
  return { isOpen: isEntered && leaving !== location.key, open, close };
};
