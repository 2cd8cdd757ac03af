import ContentCopyRounded from "@mui/icons-material/ContentCopyRounded";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useEffectEvent, useState } from "react";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { formatRelative } from "@knowhow/ui/components/format.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { useLoginAction } from "@knowhow/ui/features/layout/useLoginAction.ts";
import { copyText } from "@knowhow/ui/components/copyText.ts";
import { DialogFrame } from "./DialogFrame.tsx";
import { engineLabel } from "./EngineLabel.tsx";
import { SummaryText } from "./SummaryText.tsx";
import { lastingTroubleOf } from "./troubles.ts";
import type { DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";
import { useSummary, type Summarised } from "./useSummary.ts";

export interface SummaryDialogProps extends DialogProps {
  content: Summarised;
}

const linked = {
  title: "요약할 수 없는 콘텐츠입니다",
  text: "외부 링크로 제공되는 콘텐츠라 파일의 글을 읽을 수 없어요. 다운로드 목록에서 링크를 열어 확인해주세요.",
};

const notCopied = {
  title: "복사하지 못했습니다",
  description: "글을 길게 누르거나 끌어서 직접 복사해주세요.",
  variant: "destructive",
} as const;

const SummarySkeleton = () => (
  <Box sx={{ display: "grid", gap: 2 }}>
    <Typography sx={{ fontWeight: 650 }}>파일을 읽고 요약하고 있어요</Typography>
    <Box aria-hidden sx={{ display: "grid", gap: 2 }}>
      {["95%", "80%", "88%", "70%"].map((width) => (
        <Box key={width} sx={{ pl: 1.5, borderLeft: "3px solid", borderColor: "divider" }}>
          <Skeleton variant="text" width={width} sx={{ typography: "body1" }} />
          <Skeleton variant="text" width={140} sx={{ typography: "body2" }} />
        </Box>
      ))}
    </Box>
  </Box>
);

/** Failures after which a retry would fail, too. */
const isFinal = (error: unknown): boolean =>
  hasCode(error, "PURCHASE_REQUIRED") || hasCode(error, "NOT_FOUND");

/** The summary of a content's files, for users who may read them; fetched when the dialog is opened. */
export const SummaryDialog = ({ content, isOpen, onOpen, onClose }: SummaryDialogProps) => {
  const toast = useToast();
  const login = useLoginAction();
  const [said, setSaid] = useState("");
  const { summary, keptAt, failure, cancel } = useSummary(content, isOpen);
  const lasting = content.isExternalLink ? linked : lastingTroubleOf(failure);

  // A closed dialog, however it was closed, needs no answer.
  const end = useEffectEvent(cancel);
  useEffect(() => {
    if (!isOpen) end();
  }, [isOpen]);
  if (!isOpen && said !== "") setSaid("");
  const fail = useEffectEvent((error: unknown) => {
    onClose();
    const said = { title: "AI 요약 실패", description: messageOf(error), variant: "destructive" } as const;
    if (hasCode(error, "LOGIN_REQUIRED")) toast({ ...said, action: login() });
    else if (isFinal(error)) toast(said);
    else toast({ ...said, action: { label: "다시 시도", onAct: onOpen } });
  });
  useEffect(() => {
    if (failure && !lastingTroubleOf(failure)) fail(failure);
  }, [failure]);

  const copy = async () => {
    if (!summary) return;
    const label = engineLabel("summary", summary.engine);
    const isCopied = await copyText(`${summary.summary}\n\n(‘${content.title}’ ${label}, 노하우)`);
    setSaid(isCopied ? "요약을 복사했습니다." : "복사하지 못했습니다.");
    toast(isCopied ? { title: "요약을 복사했습니다" } : notCopied);
  };

  const isDone = summary !== undefined || lasting !== undefined;
  const outcome = isDone ? "요약이 준비되었습니다." : "파일을 읽고 요약하고 있습니다.";
  return (
    <DialogFrame
      isOpen={isOpen}
      title="AI 요약"
      status={said || (lasting?.title ?? outcome)}
      onClose={onClose}
      actions={
        <>
          {summary ? (
            <Button
              variant="outlined"
              startIcon={<ContentCopyRounded />}
              onClick={() => void copy()}
              sx={{ flex: 1 }}
            >
              복사
            </Button>
          ) : null}
          <Button
            variant={isDone ? "contained" : "outlined"}
            color={isDone ? "primary" : "inherit"}
            onClick={onClose}
            sx={isDone ? { flex: 1 } : null}
          >
            {isDone ? "닫기" : "취소"}
          </Button>
        </>
      }
    >
      {/* Scrolls by keyboard where it is longer than the screen. */}
      <Box role="region" aria-label="요약" aria-busy={!isDone} tabIndex={0}>
        {lasting ? (
          <EmptyState
            icon={ArticleOutlined}
            component="h3"
            title={lasting.title}
            description={lasting.text}
          />
        ) : summary ? (
          <>
            {keptAt === undefined ? null : (
              <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
                {formatRelative(new Date(keptAt))}에 저장한 요약이에요.
              </Typography>
            )}
            <SummaryText content={content} summary={summary} />
          </>
        ) : (
          <SummarySkeleton />
        )}
      </Box>
    </DialogFrame>
  );
};
