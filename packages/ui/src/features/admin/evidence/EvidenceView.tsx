import { isOfWords, reportTypeLabel, type Evidence, type Report } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { josa } from "es-hangul";
import { CategoryBadge } from "../../../components/CategoryBadge.tsx";
import { ErrorState } from "../../../client/ErrorState.tsx";
import { formatDateTime } from "../../../components/format.ts";
import { PriceText } from "../../../components/PriceText.tsx";
import { ModerationButton } from "../../moderation/ModerationButton.tsx";
import type { ModerationTarget } from "../../moderation/moderationTarget.ts";
import { partsOf, Talk, TalkLines } from "../ReportTalkDialog.tsx";
import { EvidenceFiles, EvidencePictures } from "./EvidenceFiles.tsx";
import { useEvidence } from "./useEvidence.ts";

type EvidenceContent = NonNullable<Evidence["content"]>;

type EvidenceWords = NonNullable<Evidence["comment"]>;

/** What hides the words where they still stand. */
const moderationOf = (report: Report, { comment, state }: EvidenceWords): ModerationTarget | undefined => {
  if (state === "deleted" || !isOfWords(report.reportType)) return undefined;
  const id = report.commentId ?? report.ratingId ?? report.questionId;
  if (id == null) return undefined;
  return report.reportType === "comment"
    ? { kind: "comment", comment: { id, comment, state } }
    : { kind: report.reportType, words: { id, text: comment, state } };
};

interface KeptWordsProps {
  evidence: Evidence;
  words: EvidenceWords;
  report: Report;
}

/** The reported words, with what they answer. */
const KeptWords = ({ evidence, words, report }: KeptWordsProps) => {
  const noun = reportTypeLabel(report.reportType);
  const target = moderationOf(report, words);
  return (
    <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {words.answered === null ? null : (
        <Typography color="textSecondary" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          답변한 {report.reportType === "rating_answer" ? "후기" : "문의"}:{" "}
          {words.answered || "글 없이 별점만 남김"}
        </Typography>
      )}
      <Box
        sx={{
          display: "grid",
          gap: 1,
          p: 1.5,
          borderLeft: "3px solid",
          borderColor: "error.main",
          bgcolor: "action.hover",
        }}
      >
        <Typography variant="body2" color="textSecondary">
          {evidence.reportedNickname}님의 {noun}
          {words.score === null ? "" : ` · 별점 ${words.score}점`} ·{" "}
          <time dateTime={words.createdAt}>{formatDateTime(words.createdAt)}</time>
        </Typography>
        {words.comment === "" ? null : (
          <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{words.comment}</Typography>
        )}
        <EvidencePictures
          pictures={words.pictures.map(({ url }) => url)}
          alts={words.pictures.map(({ alt }) => alt)}
        />
        {words.state === "deleted" ? (
          <Typography variant="body2" color="textSecondary">
            작성자가 삭제한 {josa(noun, "이에요/예요")}.
          </Typography>
        ) : target ? (
          <ModerationButton target={target} />
        ) : null}
      </Box>
    </Box>
  );
};

const KeptContent = ({ reportId, content }: { reportId: string; content: EvidenceContent }) => (
  <Box sx={{ display: "grid", gap: 1.25, gridTemplateColumns: "minmax(0, 1fr)" }}>
    <Box>
      <CategoryBadge category={content.category} />
    </Box>
    <Typography variant="h4" component="h4" sx={{ overflowWrap: "anywhere" }}>
      {content.title}
    </Typography>
    <PriceText price={content.price} />
    <EvidencePictures pictures={content.pictures} />
    <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{content.description}</Typography>
    {content.tags?.length ? (
      <Typography color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
        {content.tags.map((tag) => `#${tag}`).join(" ")}
      </Typography>
    ) : null}
    {content.allowsCopying === false ? (
      <Typography color="textSecondary">읽는 화면에서 복사를 막아둔 콘텐츠였어요.</Typography>
    ) : null}
    <EvidenceFiles reportId={reportId} content={content} />
  </Box>
);

/** The evidence of a report: its subject at the time of the report, with later edits and deletions left out. */
export const EvidenceView = ({ report }: { report: Report }) => {
  const { evidence, messages, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useEvidence(
    report.id,
  );
  if (evidence === null)
    return (
      <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Alert severity="info">
          신고 당시의 내용을 보관하기 전에 접수된 신고예요. 지금의 내용만 볼 수 있어요.
        </Alert>
        {report.chatRoomId === null ? null : <Talk report={report} />}
      </Box>
    );
  if (evidence === undefined)
    return error ? (
      <ErrorState error={error} title="신고 당시 내용을 불러오지 못했습니다" onRetry={() => void refetch()} />
    ) : (
      <Skeleton variant="rounded" height={160} />
    );
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Alert severity="info" role="note">
        {formatDateTime(evidence.takenAt)} 신고 당시의 내용이에요. 열어본 기록이 남습니다.
      </Alert>
      {evidence.comment === null ? null : (
        <KeptWords evidence={evidence} words={evidence.comment} report={report} />
      )}
      {evidence.content === null ? null : <KeptContent reportId={report.id} content={evidence.content} />}
      {evidence.chatRoomId === null ? null : (
        <>
          {hasNextPage ? (
            <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              이전 메시지 보기
            </Button>
          ) : null}
          {messages.length === 0 ? (
            <Typography color="textSecondary">주고받은 메시지가 없어요.</Typography>
          ) : (
            <TalkLines messages={messages} parts={partsOf(report)} />
          )}
        </>
      )}
    </Box>
  );
};
