import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import { useOnline } from "../../components/useOnline.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import type { Draft } from "../drafts/draft.ts";
import { actOf, phaseOf, titleOf, type DraftPhase } from "../drafts/draftPhase.ts";
import type { Drafts } from "../drafts/drafts.ts";
import type { JobEngine } from "../jobs/engine.ts";
import { actHandlers } from "../jobs/handlers/act.ts";
import type { Job } from "../jobs/job.ts";
import { closeSheet } from "./sheet.ts";
import { sendStatusOf } from "./sendStatus.ts";
import { UnkeptNote } from "./UnkeptNote.tsx";

/** The text of an act, in a line or two, or its subject. */
const textOf = ({ payload }: Job): string => {
  if ("isLiked" in payload) return payload.isLiked ? "좋아요 누르기" : "좋아요 취소";
  if ("isWished" in payload) return payload.isWished ? "찜하기" : "찜 해제";
  if ("reportReason" in payload) return payload.about;
  return "text" in payload ? payload.text : payload.message;
};

/** The title of its content, or its recipient. A report is named by its text. */
const aboutOf = ({ kind, payload }: Job): string | undefined =>
  kind !== "report" && "about" in payload ? payload.about : undefined;

const stateOf = (job: Job, outbox: JobEngine, isOnline: boolean): string => {
  const lane = outbox.jobs.getSnapshot().filter((one) => one.lane === job.lane);
  switch (sendStatusOf(job, lane, isOnline)) {
    case "refused":
      return `보내지 못함 · ${job.lastFailure?.message ?? ""}`;
    case "troubled":
      return `보낼 예정 · ${job.lastFailure?.message ?? ""}`;
    case "waiting":
      return "보낼 예정 · 연결되면 보내요";
    case "sending":
      return job.status === "running" ? "보내는 중" : "보낼 예정";
  }
};

// However long a title is, no row is wider than the sheet.
const rowSx = { py: 1.5, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 0.5 } as const;
const headSx = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  justifyContent: "space-between",
  columnGap: 1,
} as const;
const actsSx = { display: "flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 } as const;

/** A waiting act. */
export const ActRow = ({ job, outbox }: { job: Job; outbox: JobEngine }) => {
  const isOnline = useOnline();
  const isSending = job.status === "running";
  const text = textOf(job);
  const about = aboutOf(job);
  return (
    <Box component="li" sx={rowSx}>
      <Box sx={headSx}>
        <Typography variant="subtitle2" component="h3" noWrap sx={{ flex: "1 1 8rem" }}>
          {actHandlers[job.kind].label}
          {about === undefined ? "" : ` · ${about}`}
        </Typography>
        <Typography variant="body2" color="textSecondary" component="div" sx={{ flexShrink: 0 }}>
          <RelativeTime time={new Date(job.createdAt).toISOString()} />
        </Typography>
      </Box>
      <Typography
        sx={{
          overflowWrap: "anywhere",
          display: "-webkit-box",
          WebkitLineClamp: 2,
          WebkitBoxOrient: "vertical",
          overflow: "hidden",
        }}
      >
        {text}
      </Typography>
      <Typography variant="body2" color={job.status !== "parked" ? "textSecondary" : "error"}>
        {stateOf(job, outbox, isOnline)}
      </Typography>
      {outbox.isUnkept(job.id) ? <UnkeptNote /> : null}
      {job.firstAttemptAt !== undefined && job.status !== "parked" && !isSending ? (
        <Typography variant="body2" color="textSecondary">
          답을 받지 못해 이미 보내졌을 수도 있어요. 취소해도 보내진 것은 지워지지 않아요.
        </Typography>
      ) : null}
      <Box sx={actsSx}>
        {isOnline && !isSending ? (
          <Button
            size="small"
            onClick={() => void outbox.retry(job.id)}
            aria-label={`다시 보내기: ${text.slice(0, 20)}`}
          >
            다시 보내기
          </Button>
        ) : null}
        <Button
          size="small"
          color="inherit"
          disabled={isSending}
          onClick={() => void outbox.cancel(job.id)}
          aria-label={`보내기 취소: ${text.slice(0, 20)}`}
        >
          취소
        </Button>
      </Box>
    </Box>
  );
};

/** A content that waits to be published. */
export const DraftRow = ({ draft, drafts }: { draft: Draft; drafts: Drafts }) => {
  const isOnline = useOnline();
  const act = actOf(draft);
  const title = titleOf(draft);
  const read = () => JSON.stringify(phaseOf(draft, drafts, isOnline));
  // Written on the line above.
  const phase = JSON.parse(useSyncExternalStore(drafts.subscribe, read)) as DraftPhase;
  return (
    <Box component="li" sx={rowSx}>
      <Box sx={headSx}>
        <Typography variant="subtitle2" component="h3">
          콘텐츠 {act}
        </Typography>
        <Typography variant="body2" color="textSecondary" component="div" sx={{ flexShrink: 0 }}>
          <RelativeTime time={new Date(draft.publishing?.askedAt ?? draft.savedAt).toISOString()} />
        </Typography>
      </Box>
      <Typography sx={{ overflowWrap: "anywhere" }}>{title}</Typography>
      <Typography variant="body2" color={phase.isTrouble ? "error" : "textSecondary"}>
        {phase.text}
      </Typography>
      {draft.unsettled && (!isOnline || draft.publishing?.attempts) ? (
        <Typography variant="body2" color="textSecondary">
          답을 받지 못해 이미 {act}되었을 수도 있어요. 취소해도 {act}된 것은 그대로 있어요.
        </Typography>
      ) : null}
      <Box sx={actsSx}>
        {phase.canRetry && isOnline ? (
          <Button
            size="small"
            onClick={() => void drafts.publish(draft.id)}
            aria-label={`다시 시도: ${title.slice(0, 20)}`}
          >
            다시 시도
          </Button>
        ) : null}
        <Button
          size="small"
          component={Link}
          to="/drafts"
          onClick={closeSheet}
          aria-label={`보기: ${title.slice(0, 20)}`}
        >
          보기
        </Button>
        <Button
          size="small"
          color="inherit"
          onClick={() => void drafts.cancelPublishing(draft.id)}
          aria-label={`${act} 취소: ${title.slice(0, 20)}`}
        >
          취소
        </Button>
      </Box>
    </Box>
  );
};
