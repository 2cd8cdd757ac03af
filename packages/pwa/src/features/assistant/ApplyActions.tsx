import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Reveal } from "@knowhow/ui/components/Reveal.tsx";
import { fieldLabels } from "./SuggestionResult.tsx";
import type { SuggestedField } from "./useApplying.ts";

interface ApplyActionsProps {
  /** Fields that a suggestion may fill without a question. */
  free: readonly SuggestedField[];
  /** Fields that hold the seller's own text. */
  own: readonly SuggestedField[];
  /** Whether any part of the suggestion is in the form. */
  hasApplied: boolean;
  onApply: (fields: readonly SuggestedField[]) => void;
  onUndo: () => void;
  onRegenerate: () => void;
}

/** The actions on a whole suggestion; typed text is replaced only after a question. */
export const ApplyActions = (props: ApplyActionsProps) => {
  const { free, own, hasApplied, onApply, onUndo, onRegenerate } = props;
  const [isAsking, setIsAsking] = useState(false);
  const [hasAsked, setHasAsked] = useState(false);
  if (isAsking && own.length > 0)
    return (
      <Box sx={{ flex: 1, display: "grid", gap: 1 }}>
        <Reveal>
          <Typography variant="subtitle2" component="p">
            덮어쓸까요?
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {own.map((field) => fieldLabels[field]).join(", ")}에 이미 입력한 내용이 있어요.
          </Typography>
        </Reveal>
        <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap", justifyContent: "flex-end" }}>
          <Button color="inherit" onClick={() => setIsAsking(false)}>
            취소
          </Button>
          {free.length > 0 ? (
            <Button variant="outlined" onClick={() => onApply(free)}>
              빈 칸만 채우기
            </Button>
          ) : null}
          <Button variant="contained" onClick={() => onApply([...free, ...own])}>
            모두 덮어쓰기
          </Button>
        </Box>
      </Box>
    );
  return (
    <>
      <Button color="inherit" onClick={onRegenerate}>
        다시 만들기
      </Button>
      {hasApplied ? (
        <Button color="inherit" variant="outlined" onClick={onUndo} sx={{ ml: "auto" }}>
          모두 되돌리기
        </Button>
      ) : null}
      {free.length + own.length > 0 ? (
        <Button
          variant="contained"
          sx={{ flex: 1 }}
          autoFocus={hasAsked}
          onClick={() => {
            setIsAsking(own.length > 0);
            setHasAsked(own.length > 0);
            if (own.length === 0) onApply(free);
          }}
        >
          모두 적용
        </Button>
      ) : null}
    </>
  );
};
