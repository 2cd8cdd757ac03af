import type { Content, TrialPart } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { DialogShell } from "@knowhow/ui/components/DialogShell.tsx";
import type { DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";
import { PagePicture } from "./PagePicture.tsx";
import { ReadingText } from "../../components/ReadingText.tsx";
import { partName } from "./trialWords.ts";

export interface TrialDialogProps extends DialogProps {
  content: Pick<Content, "fileNames" | "price" | "isOwner">;
  parts: readonly TrialPart[];
  /** The part that was pressed. */
  first: number;
}

const isPlain = ({ fileNames }: Pick<Content, "fileNames">, { fileIndex }: TrialPart): boolean =>
  fileNames[fileIndex]?.toLowerCase().endsWith(".txt") === true;

const Parts = ({ content, parts, first }: Pick<TrialDialogProps, "content" | "parts" | "first">) => {
  const start = useRef<HTMLElement>(null);
  useEffect(() => {
    start.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <Box
      component="ol"
      sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 3, m: 0, p: 0, listStyle: "none" }}
    >
      {parts.map((part, index) => (
        <Box
          component="li"
          key={`${part.fileIndex} ${part.page ?? 0}`}
          {...(index === first ? { ref: start } : {})}
          sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1, scrollMarginTop: 8 }}
        >
          <Typography variant="subtitle2" component="h3" sx={{ overflowWrap: "anywhere" }}>
            {partName(content, part)}
          </Typography>
          {part.src === undefined ? (
            <>
              {isPlain(content, part) ? null : (
                <Typography variant="body2" color="textSecondary">
                  글과 표만 옮긴 것이라 원본과 모양이 달라요.
                </Typography>
              )}
              <ReadingText text={part.page === undefined ? `${part.text ?? ""}\n…` : (part.text ?? "")} />
            </>
          ) : (
            <PagePicture
              src={part.src}
              alt={partName(content, part)}
              sx={{ width: "100%", height: "auto", border: "1px solid", borderColor: "divider" }}
            />
          )}
        </Box>
      ))}
    </Box>
  );
};

/** All open parts of a content, one below the other, from the pressed one on. */
export const TrialDialog = ({ content, parts, first, isOpen, onClose }: TrialDialogProps) => (
  <DialogShell isOpen={isOpen} title="미리 읽기" onClose={onClose} width="md">
    {/* Scrolls by keyboard where it is longer than the screen. */}
    <Box role="region" aria-label="읽을 수 있는 부분" tabIndex={0}>
      {isOpen ? <Parts key={first} content={content} parts={parts} first={first} /> : null}
    </Box>
    <Typography color="textSecondary" sx={{ mt: 3 }}>
      여기까지 미리 읽을 수 있어요.
      {content.isOwner ? "" : ` 전체는 ${content.price > 0 ? "구매하면" : "무료로 받으면"} 볼 수 있어요.`}
    </Typography>
  </DialogShell>
);
