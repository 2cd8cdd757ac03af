import CheckCircleRounded from "@mui/icons-material/CheckCircleRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";
import type { ApplyState } from "./useApplying.ts";

/** How each part of a suggestion is framed. */
export const fieldCard = {
  p: 2,
  border: "1px solid",
  borderColor: "divider",
  borderRadius: "12px",
  bgcolor: "background.paper",
} as const;

const acts: Record<ApplyState, string | undefined> = {
  applied: "되돌리기",
  same: undefined,
  free: "적용",
  own: "덮어쓰기",
};

const Done = ({ text }: { text: string }) => (
  <Typography
    component="span"
    variant="body2"
    sx={{
      display: "inline-flex",
      alignItems: "center",
      gap: 0.5,
      color: "success.main",
      whiteSpace: "nowrap",
    }}
  >
    <CheckCircleRounded aria-hidden sx={{ fontSize: "1.2em" }} />
    {text}
  </Typography>
);

interface SuggestionFieldProps {
  label: string;
  state: ApplyState;
  /** The suggested value. */
  children: ReactNode;
  /** The form's value, shown beside the suggestion where applying would replace it. */
  own: ReactNode;
  onApply: () => void;
  onUndo: () => void;
}

/** One field of a suggestion, the form's own value, and the button that applies or undoes it. */
export const SuggestionField = ({ label, state, children, own, onApply, onUndo }: SuggestionFieldProps) => {
  const id = useId();
  const act = acts[state];
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ ...fieldCard, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1 }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, minHeight: 34 }}>
        <Typography variant="subtitle2" component="h3" id={id} sx={{ whiteSpace: "nowrap" }}>
          {label}
        </Typography>
        {state === "applied" ? <Done text="적용됨" /> : null}
        {state === "same" ? <Done text="이미 같아요" /> : null}
        {act ? (
          <Button
            size="small"
            variant="outlined"
            color={state === "applied" ? "inherit" : "primary"}
            aria-label={`${label} ${act}`}
            onClick={state === "applied" ? onUndo : onApply}
            sx={{ ml: "auto" }}
          >
            {act}
          </Button>
        ) : null}
      </Box>
      {children}
      {state === "own" ? (
        <Box sx={{ pl: 1.5, borderLeft: "3px solid", borderColor: "divider" }}>
          <Typography variant="body2" color="text.secondary">
            지금 입력된 내용
          </Typography>
          {own}
        </Box>
      ) : null}
    </Box>
  );
};
