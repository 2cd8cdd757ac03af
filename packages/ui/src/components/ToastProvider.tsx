import CloseRounded from "@mui/icons-material/CloseRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { useSwipeAway } from "./useSwipeAway.ts";

const toastMs = 5_000;

/** The place for notices that stay above the toasts. */
export const noticesId = "notices";

/** The one action that a toast offers. */
export interface ToastAction {
  /** Where it leads, for a screen that is there already. */
  kind?: "login";
  label: string;
  onAct: () => void;
}

/** A short notice; `destructive` for failures. Errors that need an act belong where the act is. */
export interface ToastMessage {
  /** Its subject, for a screen that says the same. */
  kind?: "session-end" | "question";
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  action?: ToastAction;
}

interface Shown extends ToastMessage {
  id: number;
}

/** Changes the toast on the screen; null removes it. */
type Change = (shown: ToastMessage) => ToastMessage | null;
type Show = (message: ToastMessage | Change | null) => void;
const ToastContext = createContext<Show | undefined>(undefined);

/**
 * Gives the function that shows a toast; a newer one takes the place of the older, null removes it, a function changes
 * or removes the one on the screen.
 */
export const useToast = (): Show => {
  const show = use(ToastContext);
  if (!show) throw new Error("useToast needs a ToastProvider around it.");
  return show;
};

/** Runs the time of a toast down, except while it is pointed at or holds the focus. */
const useExpiry = (id: number, isHeld: boolean, onExpire: () => void) => {
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(onExpire, toastMs);
    return () => {
      clearTimeout(timer);
    };
  }, [id, isHeld, onExpire]);
};

const ActButton = ({ action, onClose }: { action: ToastAction; onClose: () => void }) => (
  <Button
    size="small"
    variant="outlined"
    sx={{ mt: 1 }}
    onClick={() => {
      onClose();
      action.onAct();
    }}
  >
    {action.label}
  </Button>
);

const ToastCard = ({ toast, onClose }: { toast: Shown; onClose: () => void }) => {
  const [isHeld, setIsHeld] = useState(false);
  const swipe = useSwipeAway(onClose);
  useExpiry(toast.id, isHeld, onClose);
  const isDestructive = toast.variant === "destructive";
  return (
    <Paper
      elevation={2}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      {...swipe.handlers}
      style={{ transform: `translateX(${swipe.offset}px)` }}
      sx={{
        display: "flex",
        alignItems: "flex-start",
        gap: 1,
        p: 2,
        pr: 1,
        touchAction: "pan-y",
        pointerEvents: "auto",
        border: "1px solid",
        borderColor: isDestructive ? "error.main" : "divider",
        borderLeft: "4px solid",
        borderLeftColor: isDestructive ? "error.main" : "primary.main",
        animation: "toast-in 180ms ease-out",
        "@keyframes toast-in": { from: { opacity: 0, translate: "0 8px" } },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="p" color={isDestructive ? "error" : "textPrimary"}>
          {toast.title}
        </Typography>
        {toast.description ? (
          <Typography variant="body1" color="textSecondary">
            {toast.description}
          </Typography>
        ) : null}
        {toast.action ? <ActButton action={toast.action} onClose={onClose} /> : null}
      </Box>
      <IconButton size="small" aria-label="알림 닫기" onClick={onClose}>
        <CloseRounded fontSize="small" />
      </IconButton>
    </Paper>
  );
};

/** Toasts come at the right edge; `--kh-toasts` brings them to the left one, where a screen's act is at the right. */
const sides = { right: { xs: 16, md: 24 }, left: { xs: 16, sm: "var(--kh-toasts, auto)" } };
const size = { width: { sm: 420 }, maxWidth: 420, mx: { xs: "auto", sm: 0 } };

/** Shows toasts above everything, one at a time; F8 moves the focus to them. */
export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [toast, setToast] = useState<Shown | null>(null);
  const count = useRef(0);
  const region = useRef<HTMLDivElement>(null);
  const show = useCallback<Show>((message) => {
    if (typeof message === "function") {
      setToast((shown) => {
        const changed = shown && message(shown);
        return changed && { ...changed, id: shown.id };
      });
      return;
    }
    count.current += 1;
    setToast(message && { ...message, id: count.current });
  }, []);
  const handleClose = useCallback(() => setToast(null), []);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === "F8") region.current?.focus();
    };
    window.addEventListener("keydown", handleKey);
    return () => {
      window.removeEventListener("keydown", handleKey);
    };
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <Box
        ref={region}
        role="region"
        aria-label="알림 (F8)"
        tabIndex={-1}
        // A toast is about a moment, so no kept view has it.
        data-kept="no"
        sx={{
          position: "fixed",
          zIndex: "snackbar",
          ...sides,
          bottom: {
            xs: "calc(var(--kh-bars, 0px) + var(--kh-actions, 0px) + var(--kh-float, 0px) + 16px)",
            md: "calc(var(--kh-float, 0px) + 24px)",
          },
          // Above the buttons of a dialog, wherever it ends.
          "body:has(.MuiDialog-root) &": { bottom: "calc(env(safe-area-inset-bottom) + 7rem)" },
          // A form says when they would lie on a field.
          ":root[data-covered] &": { bottom: "auto", top: 72 },
          ...size,
          pointerEvents: "none",
        }}
      >
        <Box
          aria-live="polite"
          id={noticesId}
          // An offer waits until the sheet, which fills the bottom edge, is gone.
          sx={{ "body:has(.MuiDrawer-root) &": { visibility: "hidden" } }}
        />
        <Box
          role="status"
          aria-live="polite"
          aria-atomic="true"
          sx={{
            // Above a sheet.
            "body:has(.MuiDrawer-root) &": {
              position: "fixed",
              top: "calc(env(safe-area-inset-top) + 12px)",
              ...sides,
              ...size,
            },
          }}
        >
          {toast ? <ToastCard key={toast.id} toast={toast} onClose={handleClose} /> : null}
        </Box>
      </Box>
    </ToastContext>
  );
};
