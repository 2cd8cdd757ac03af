import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { josa } from "es-hangul";

interface HiddenNoteProps {
  noun: string;
  reason: string | null;
  /** Set where it no longer counts for what it is about. */
  isCounted?: boolean;
}

/** Says to author and administrators that words were hidden, and why. */
export const HiddenNote = ({ noun, reason, isCounted = true }: HiddenNoteProps) => (
  <Alert severity="warning" role="note" sx={{ mt: 1 }}>
    관리자가 숨긴 {josa(noun, "이에요/예요")}. 작성자와 관리자에게만 보여요.
    {isCounted ? "" : " 평균과 별점 분포에서도 빠졌어요."}
    {reason ? <Box sx={{ overflowWrap: "anywhere" }}>사유: {reason}</Box> : null}
  </Alert>
);
