import { penaltyLabel, reportStatusLabel, type ReportAct } from "@knowhow/shared";
import Typography from "@mui/material/Typography";
import { formatDateTime } from "../../components/format.ts";

const actLabel = (kind: ReportAct["kind"]): string =>
  kind === "reopened" ? "다시 검토" : reportStatusLabel(kind);

const penaltyOf = ({ kind, penalty }: ReportAct): string | undefined => {
  if (penalty === null) return kind === "resolved" ? "제재 없음" : undefined;
  const days = penalty.duration === null ? "" : ` ${penalty.duration}일`;
  return `${penaltyLabel(penalty.penaltyType)}${days}${penalty.isActive ? "" : " (해제됨)"}`;
};

/** A decision, its penalty and its administrator, in one line. */
export const summaryOf = (act: ReportAct): string =>
  [actLabel(act.kind), penaltyOf(act), act.adminNickname ?? "관리자"]
    .filter((part) => part !== undefined)
    .join(" · ");

/** One decision about a report: kind, penalty, administrator, time and reason. */
export const ActLines = ({ act }: { act: ReportAct }) => (
  <>
    <Typography variant="body2">
      <strong>{summaryOf(act)}</strong> · <time dateTime={act.at}>{formatDateTime(act.at)}</time>
    </Typography>
    {[
      { label: "제재 사유", text: act.penalty?.reason },
      { label: act.kind === "reopened" ? "다시 검토하는 사유" : "검토 메모", text: act.notes },
    ].map(({ label, text }) =>
      text ? (
        <Typography
          key={label}
          variant="body2"
          color="textSecondary"
          sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
        >
          {label}: {text}
        </Typography>
      ) : null,
    )}
  </>
);
