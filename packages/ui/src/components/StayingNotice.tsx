import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { object, string, type InferType } from "yup";

const words = string().strict().required();
const shape = object({ title: words, text: words });

/** What was said on the way here and stays to be read, where a toast is gone. */
type Notice = InferType<typeof shape>;

/** For the state of a navigation to a screen that shows such notices. */
export const withNotice = (notice: Notice): { notice: Notice } => ({ notice });

/** A history entry may have been written by an older version of the app. */
const noticeOf = (state: unknown): Notice | undefined => {
  const given = object({ notice: shape.required() });
  return given.isValidSync(state) ? given.cast(state).notice : undefined;
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
