import { reportReasonLabel, type OutputOf, type Report, type ReportAct, type api } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { client } from "../../../client/client.ts";
import { useEndpoint } from "../../../client/queries.ts";
import { formatDate } from "../../../components/format.ts";
import { ServerTime } from "../../../client/ServerTime.tsx";
import { ActLines } from "../ActLines.tsx";
import { isOpen } from "../decision.ts";
import { HistoryDialog } from "../HistoryDialog.tsx";
import { StandingChips } from "../StandingChips.tsx";
import { isSameTarget } from "./queue.ts";
import { ReopenDialog, WarnReporterDialog } from "./RecordDialogs.tsx";

type Case = OutputOf<(typeof api)["reports"]["get"]>;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" aria-label={title} sx={{ display: "grid", gap: 0.75, justifyItems: "start" }}>
    <Typography variant="subtitle2" component="h3">
      {title}
    </Typography>
    {children}
  </Box>
);

const listSx = { m: 0, p: 0, listStyle: "none", display: "grid", gap: 1, width: "100%" } as const;

/** Decisions with administrator, time and penalty, from the first one on. */
const Acts = ({ acts }: { acts: readonly ReportAct[] }) => (
  <Part title="처리 기록">
    <Box component="ul" sx={listSx}>
      {acts.map((act) => (
        <Box component="li" key={`${act.at} ${act.kind}`}>
          <ActLines act={act} />
        </Box>
      ))}
    </Box>
  </Part>
);

const Reporter = ({ report, reporter }: { report: Report; reporter: Case["reporter"] }) => {
  const [isWarning, setIsWarning] = useState(false);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const canWarn = report.status === "dismissed" && reporter.penalty?.isActive !== true && !reporter.isBanned;
  return (
    <Part title="신고자">
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 0.75 }}>
        <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
          {reporter.nickname}
        </Typography>
        <StandingChips standing={reporter} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        신고 {reporter.reports}건 중 기각 {reporter.dismissed}건 · 가입 {formatDate(reporter.joinedAt)}
      </Typography>
      {reporter.penalty === null ? null : (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          이 신고로 경고{reporter.penalty.isActive ? "" : " (해제됨)"}: {reporter.penalty.reason}
        </Typography>
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button size="small" variant="outlined" onClick={() => setIsHistoryOpen(true)}>
          신고자 이력
        </Button>
        {canWarn ? (
          <Button size="small" variant="outlined" color="error" onClick={() => setIsWarning(true)}>
            허위 신고 경고
          </Button>
        ) : null}
      </Box>
      <HistoryDialog userId={reporter.id} isOpen={isHistoryOpen} onClose={() => setIsHistoryOpen(false)} />
      {isWarning ? (
        <WarnReporterDialog report={report} reporter={reporter} onClose={() => setIsWarning(false)} />
      ) : null}
    </Part>
  );
};

/** All reporters of the same thing: the age of their accounts shows who signed up only for it. */
const Voices = ({ reportId, voices, count }: { reportId: string; voices: Case["voices"]; count: number }) =>
  voices.length < 2 ? null : (
    <Part title={`같은 대상을 신고한 사람 ${count}명`}>
      <Box component="ul" sx={{ ...listSx, maxHeight: 320, overflowY: "auto" }}>
        {voices.map((voice) => (
          <Typography component="li" variant="body2" key={voice.reportId} sx={{ overflowWrap: "anywhere" }}>
            {voice.nickname} · {reportReasonLabel(voice.reportReason)} · <ServerTime time={voice.createdAt} />{" "}
            · 가입 {formatDate(voice.joinedAt)}
            {/* Its words and its evidence are its own. */}
            {voice.reportId === reportId ? null : (
              <>
                {" · "}
                <Link component={RouterLink} to={`/reports/${voice.reportId}`}>
                  신고 보기
                </Link>
              </>
            )}
          </Typography>
        ))}
      </Box>
    </Part>
  );

/** Reports about the same thing beside the voices: decided before, or left after the decision. */
const Others = ({
  report,
  decidedApart,
  sameTarget,
  related,
}: { report: Report } & Pick<Case, "decidedApart" | "sameTarget" | "related">) => {
  const isWaiting = isOpen(report);
  const left = related.find((other) => isSameTarget(report, other));
  return (
    <>
      {decidedApart === 0 ? null : (
        <Typography variant="body2" color="textSecondary">
          같은 대상의 {isWaiting ? "" : "다른 "}신고 {decidedApart}건은 {isWaiting ? "이미" : "따로"}{" "}
          처리됐어요.
        </Typography>
      )}
      {isWaiting || sameTarget === 0 || !left ? null : (
        <Typography variant="body2">
          같은 대상의 신고 {sameTarget}건이 남아 있어요.{" "}
          <Link component={RouterLink} to={`/reports/${left.id}`}>
            남은 신고 보기
          </Link>
        </Typography>
      )}
    </>
  );
};

/** The context of a report: its decisions, its reporter, and others who report the same. */
export const CaseRecord = ({ report }: { report: Report }) => {
  const { data } = useEndpoint(client.reports.get, { params: { reportId: report.id } });
  const [isReopening, setIsReopening] = useState(false);
  // An answer kept by an older version may lack these.
  const known = data as Partial<Case> | undefined;
  const {
    acts = report.lastAct ? [report.lastAct] : [],
    voices = [],
    reporter,
    sameTarget = 0,
    decidedApart = 0,
    related = [],
  } = known ?? {};
  return (
    <>
      {acts.length === 0 ? null : <Acts acts={acts} />}
      {isOpen(report) ? null : (
        <Button
          size="small"
          variant="outlined"
          onClick={() => setIsReopening(true)}
          sx={{ justifySelf: "start" }}
        >
          다시 검토하기
        </Button>
      )}
      {reporter === undefined ? null : <Reporter report={report} reporter={reporter} />}
      <Voices
        reportId={report.id}
        voices={voices}
        count={isOpen(report) ? Math.max(voices.length, sameTarget + 1) : voices.length}
      />
      <Others {...{ report, decidedApart, sameTarget, related }} />
      {isReopening ? (
        <ReopenDialog report={report} isGroup={voices.length > 1} onClose={() => setIsReopening(false)} />
      ) : null}
    </>
  );
};
