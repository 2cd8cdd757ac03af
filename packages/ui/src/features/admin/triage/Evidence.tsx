import { reportTypeLabel, type Report } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { client } from "../../../client/client.ts";
import { hasCode } from "../../../components/failure.ts";
import { useEndpoint } from "../../../client/queries.ts";
import { ErrorState } from "../../../client/ErrorState.tsx";
import { ModerationButton } from "../../moderation/ModerationButton.tsx";
import { EvidenceView } from "../evidence/EvidenceView.tsx";
import { contentPlaceLabel, contentPlaceOf } from "../target.ts";
import { useCurrentPath } from "./cameFrom.ts";
import { KeyCap } from "./KeySheet.tsx";

const stateWords = { listed: "판매 중", hidden: "숨김", paused: "판매 멈춤" } as const;

/** The content's present state, with a link to it and the moderation button. */
const ContentNow = ({ report, contentId }: { report: Report; contentId: string }) => {
  const input = { params: { id: contentId }, query: { peek: "1" } };
  const { data, error, refetch } = useEndpoint(client.contents.get, input);
  if (hasCode(error, "NOT_FOUND"))
    return <Alert severity="info">지금은 삭제되었거나 볼 수 없는 콘텐츠예요.</Alert>;
  if (error)
    return <ErrorState error={error} title="콘텐츠를 불러오지 못했습니다" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={40} />;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
      <Typography variant="body2" color="textSecondary">
        지금: {stateWords[data.state]}
      </Typography>
      <Button
        component={Link}
        to={contentPlaceOf(report)}
        variant="outlined"
        size="small"
        endIcon={<KeyCap label="O" isHint />}
        sx={{ justifySelf: "start" }}
      >
        {contentPlaceLabel(report)}
      </Button>
      {report.reportType === "content" ? (
        <ModerationButton target={{ kind: "content", content: data }} />
      ) : null}
    </Box>
  );
};

const TalkView = ({ report }: { report: Report }) => {
  const from = useCurrentPath();
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <EvidenceView report={report} />
      {report.chatRoomId === null ? null : (
        <Button
          component={Link}
          to={`/admin-chat/${report.chatRoomId}`}
          state={{ from }}
          variant="outlined"
          size="small"
          endIcon={<KeyCap label="O" isHint />}
          sx={{ justifySelf: "start" }}
        >
          채팅방 참여
        </Button>
      )}
    </Box>
  );
};

interface EvidenceProps {
  report: Report;
  isOpen: boolean;
  onToggle: () => void;
}

/** The evidence of a report: read, which the server logs, only when the administrator asks for it. */
export const Evidence = ({ report, isOpen, onToggle }: EvidenceProps) => {
  const what = reportTypeLabel(report.reportType);
  return (
    <Box component="section" aria-label={`신고된 ${what}`} sx={{ display: "grid", gap: 1.5 }}>
      <Button
        variant="outlined"
        size="small"
        aria-expanded={isOpen}
        onClick={onToggle}
        endIcon={<KeyCap label="C" />}
        sx={{ justifySelf: "start" }}
      >
        {isOpen ? "신고 당시 접기" : "신고 당시 보기"}
      </Button>
      {isOpen ? (
        report.contentId === null ? (
          <TalkView report={report} />
        ) : (
          <>
            <EvidenceView report={report} />
            <ContentNow report={report} contentId={report.contentId} />
          </>
        )
      ) : null}
    </Box>
  );
};
