import type { Content, TrialExtent, TrialPart } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { DialogShell } from "@knowhow/ui/components/DialogShell.tsx";
import type { DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";
import { PagePicture } from "./PagePicture.tsx";
import { ReadingText } from "../../components/ReadingText.tsx";
import { MarkedText } from "./MarkedText.tsx";
import { keepTrialEnd } from "../../offline/trialEnd.ts";
import { extentText, partName } from "./trialWords.ts";

export interface TrialDialogProps extends DialogProps {
  content: Pick<Content, "id" | "fileNames" | "price" | "isOwner" | "isListed">;
  parts: readonly TrialPart[];
  files: readonly TrialExtent[];
  /** Of the search that led here, or empty. */
  words: string;
  /** The part that was pressed. */
  first: number;
}

const isPlain = ({ fileNames }: Pick<Content, "fileNames">, { fileIndex }: TrialPart): boolean =>
  fileNames[fileIndex]?.toLowerCase().endsWith(".txt") === true;

/** Says behind the last open part of a file how much of it that was. */
const FileEnd = ({ content, extent }: { content: TrialDialogProps["content"]; extent: TrialExtent }) => (
  <Typography
    sx={{ p: 1.5, borderRadius: 1, bgcolor: "action.hover", overflowWrap: "anywhere", textAlign: "center" }}
  >
    {content.fileNames[extent.fileIndex] ?? "파일"}: {extentText(extent)} 읽었어요.
  </Typography>
);

type PartsProps = Omit<TrialDialogProps, "isOpen" | "onClose">;

const Parts = ({ content, parts, files, words, first }: PartsProps) => {
  const start = useRef<HTMLElement>(null);
  useEffect(() => {
    start.current?.scrollIntoView({ block: "start" });
  }, []);
  useEffect(() => {
    for (const extent of files) keepTrialEnd(content.id, extent, parts);
  }, [content.id, files, parts]);
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
          {part.found === undefined ? null : (
            <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
              <MarkedText text={part.found} words={words} />
            </Typography>
          )}
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
          {files
            .filter(
              ({ fileIndex }) =>
                fileIndex === part.fileIndex && parts[index + 1]?.fileIndex !== part.fileIndex,
            )
            .map((extent) => (
              <FileEnd key={extent.fileIndex} content={content} extent={extent} />
            ))}
        </Box>
      ))}
    </Box>
  );
};

/** All open parts of a content, one below the other, from the pressed one on. */
export const TrialDialog = ({ isOpen, onClose, ...shown }: TrialDialogProps) => {
  const { content, first } = shown;
  const canBuy = !content.isOwner && content.isListed;
  return (
    <DialogShell isOpen={isOpen} title="미리 읽기" onClose={onClose} width="md">
      {/* Scrolls by keyboard where it is longer than the screen. */}
      <Box role="region" aria-label="읽을 수 있는 부분" tabIndex={0}>
        {isOpen ? <Parts key={first} {...shown} /> : null}
      </Box>
      <Typography color="textSecondary" sx={{ mt: 3 }}>
        여기까지 미리 읽을 수 있어요.
        {content.isOwner
          ? ""
          : ` 이어지는 부분과 전체는 ${content.price > 0 ? "구매하면" : "무료로 받으면"} 볼 수 있어요.`}
      </Typography>
      {canBuy ? (
        // The button that buys stands behind the dialog, in view.
        <Button variant="outlined" onClick={onClose} sx={{ mt: 1.5 }}>
          {content.price > 0 ? "구매하러 돌아가기" : "받으러 돌아가기"}
        </Button>
      ) : null}
    </DialogShell>
  );
};
