import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** A notice about the navigation to this screen that stays when the toast is gone. */
interface Notice {
  title: string;
  text: string;
}

/** For the state of a navigation to a screen that shows such notices. */
export const withNotice = (notice: Notice): { notice: Notice } => ({ notice });

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

/** A history entry may have been written by an older version of the app. */
const noticeOf = (state: unknown): Notice | undefined => {
  // The state of a history entry is unknown until it has been checked.
  const notice = (state as { notice?: Partial<Notice> | null } | null)?.notice;
  return isText(notice?.title) && isText(notice?.text) ? (notice as Notice) : undefined;
};

/** Shows the notice that the screen was opened with, over a reload too, until it is closed. */
export const StayingNotice = () => {
  const location = useLocation();
  const navigate = useNavigate();
  const [notice, setNotice] = useState(() => noticeOf(location.state));
  if (!notice) return null;
  const handleClose = () => {
    const { pathname, search } = location;
    setNotice(undefined);
    void navigate(pathname + search, { replace: true, state: null, preventScrollReset: true });
  };
  return (
    // Not an alert: the toast has been read out.
    <Alert severity="warning" role="note" onClose={handleClose}>
      <AlertTitle>{notice.title}</AlertTitle>
      {notice.text}
    </Alert>
  );
};
