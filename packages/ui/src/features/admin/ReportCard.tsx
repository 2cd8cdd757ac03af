import {
  isOfWords,
  reportReasonLabel,
  reportStatusLabel,
  reportTypeLabel,
  type Report,
  type ReportStatus,
} from "@knowhow/shared";
import { josa } from "es-hangul";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { formatDateTime } from "../../components/format.ts";
import { ActLines } from "./ActLines.tsx";
import { isOpen } from "./decision.ts";
import { EvidenceButton } from "./evidence/EvidenceButton.tsx";
import { StandingChips } from "./StandingChips.tsx";
import { contentPlaceLabel, contentPlaceOf } from "./target.ts";

const statusColors = {
  pending: "warning",
  reviewed: "info",
  resolved: "success",
  dismissed: "default",
} as const satisfies Record<ReportStatus, string>;

/** The state of a report, in its colour. */
export const ReportStatusChip = ({ status }: { status: ReportStatus }) => (
  <Chip size="small" variant="outlined" color={statusColors[status]} label={reportStatusLabel(status)} />
);

/** The reported words. */
const ReportedWords = ({ text, noun }: { text: string | null; noun: string }) =>
  text === null || text === "" ? (
    <Typography color="textSecondary">
      {text === null
        ? `작성자가 삭제한 ${josa(noun, "이에요/예요")}. 신고 당시의 내용은 남아 있어요.`
        : "글 없이 별점만 남긴 후기예요."}
    </Typography>
  ) : (
    <Typography
      component="blockquote"
      sx={{
        m: 0,
        pl: 1.5,
        borderLeft: "3px solid",
        borderColor: "divider",
        whiteSpace: "pre-wrap",
        overflowWrap: "anywhere",
      }}
    >
      {text}
    </Typography>
  );

/** Nicknames that changed after the report, as its words and evidence have them. */
const FormerNicknames = ({ report: { reporter, reportedUser, nicknamesThen } }: { report: Report }) => {
  // A report kept by an older version may lack them.
  const then = nicknamesThen as Report["nicknamesThen"] | undefined;
  if (!then) return null;
  const changed = [
    ...(then.reportedUser === reportedUser.nickname ? [] : [`피신고자 ${then.reportedUser}`]),
    ...(then.reporter === reporter.nickname ? [] : [`신고자 ${then.reporter}`]),
  ];
  return changed.length === 0 ? null : (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
      신고 당시 이름: {changed.join(", ")}
    </Typography>
  );
};

/** Reporter and reported person, subject, and the reporter's words. */
export const ReportSummary = ({ report }: { report: Report }) => (
  <Box sx={{ display: "grid", gap: 0.75, minWidth: 0 }}>
    <Typography component="div" sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
      <Box component="span" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
        {report.reporter.nickname} → {report.reportedUser.nickname}
      </Box>
      <StandingChips standing={report.reportedUser} />
    </Typography>
    <FormerNicknames report={report} />
    {report.contentTitle === null ? null : (
      <Typography color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
        {isOfWords(report.reportType) ? `${josa(reportTypeLabel(report.reportType), "이/가")} 달린 ` : ""}
        콘텐츠: {report.contentTitle}
      </Typography>
    )}
    {isOfWords(report.reportType) ? (
      <ReportedWords text={report.commentText} noun={reportTypeLabel(report.reportType)} />
    ) : null}
    <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{report.reportDetails}</Typography>
    <Typography variant="body2" color="textSecondary">
      신고 시각 <time dateTime={report.createdAt}>{formatDateTime(report.createdAt)}</time>
    </Typography>
  </Box>
);

interface ReportCardProps {
  report: Report;
  /** Nickname of another administrator at the report. */
  holder: string | undefined;
  onTalk: () => void;
  onHistory: () => void;
  onProcess: () => void;
}

/** One report with its possible acts; a final one shows its decision. */
export const ReportCard = ({ report, holder, onTalk, onHistory, onProcess }: ReportCardProps) => (
  <Card sx={{ p: 2, display: "grid", gap: 1.25 }}>
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
      <Typography variant="h4" component="h2">
        {reportReasonLabel(report.reportReason)}
      </Typography>
      <Chip size="small" variant="outlined" label={`${reportTypeLabel(report.reportType)} 신고`} />
      <ReportStatusChip status={report.status} />
      {isOpen(report) && report.voices > 1 ? (
        <Chip size="small" color="error" label={`신고 ${report.voices}건`} />
      ) : null}
      {holder === undefined ? null : (
        <Chip size="small" color="primary" variant="outlined" label={`${holder}님이 보는 중`} />
      )}
    </Box>
    <ReportSummary report={report} />
    {report.lastAct === null ? null : (
      <Box sx={{ px: 1.5, py: 1, borderRadius: "8px", bgcolor: "action.hover" }}>
        <ActLines act={report.lastAct} />
      </Box>
    )}
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
      {report.contentId === null ? (
        <Button variant="outlined" onClick={onTalk}>
          채팅 보기
        </Button>
      ) : (
        <Button variant="outlined" component={Link} to={contentPlaceOf(report)}>
          {contentPlaceLabel(report)}
        </Button>
      )}
      <EvidenceButton report={report} />
      <Button variant="outlined" color="inherit" onClick={onHistory}>
        이력 보기
      </Button>
      {isOpen(report) ? (
        <Button variant="contained" onClick={onProcess}>
          처리하기
        </Button>
      ) : (
        <Button variant="outlined" color="inherit" onClick={onProcess}>
          처리 기록
        </Button>
      )}
    </Box>
  </Card>
);
