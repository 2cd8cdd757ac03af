import { penaltyLabel, reportStatusLabel, type SanctionStatus } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { messageOf, messageOr } from "../../../components/failure.ts";
import { tellHeight } from "../../../components/tellHeight.ts";
import { consequenceOf, isBan } from "../decision.ts";
import { StandingChips } from "../StandingChips.tsx";
import { confirmBan } from "../useDecisionForm.ts";
import { countOf, PartlyDecidedError, undoMs, type MadeDecision } from "./decisions.ts";
import { useDecisions, useMade } from "./DecisionsProvider.tsx";
import { KeyCap } from "./KeySheet.tsx";
import { LostAnswerError, standingIn } from "./sending.ts";
import { useKeys } from "./useKeys.ts";
import { holderIn } from "./useLease.ts";

/** How often the remaining time is drawn. */
const drawMs = 250;

const useLeft = (sendAt: number): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), drawMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return Math.min(undoMs, Math.max(0, sendAt - now));
};

/** The name of the bar's height, for content that it would cover. */
export const barHeight = "--kh-decisions";

const measure = tellHeight(barHeight);

/** A decision in a few words. */
export const wordsOf = (made: MadeDecision): string => {
  const { status, penaltyType, duration } = made.decision;
  const [first] = made.reports;
  const penalty =
    status !== "resolved" || penaltyType === "none"
      ? ""
      : ` · ${penaltyLabel(penaltyType)}${penaltyType === "suspension" && duration != null ? ` ${duration}일` : ""}`;
  const others = countOf(made) - 1;
  const more = others === 0 ? "" : ` 외 ${others}건`;
  return `${first.reportedUser.nickname}${more} · ${reportStatusLabel(status)}${penalty}`;
};

interface HeldProps {
  made: MadeDecision;
  /** Whether the undo key takes this one back. */
  hasKey: boolean;
  onUndo: () => void;
}

const Held = ({ made, hasKey, onUndo }: HeldProps) => {
  const left = useLeft(made.sendAt);
  const isSending = made.state === "sending";
  return (
    <>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
        <Typography variant="body2" sx={{ flex: 1, minWidth: 0 }} noWrap>
          {wordsOf(made)}
        </Typography>
        <Button
          size="small"
          onClick={onUndo}
          disabled={isSending}
          endIcon={hasKey ? <KeyCap label="U" /> : null}
        >
          {isSending
            ? "보내는 중"
            : `되돌리기${made.state === "waiting" ? "" : ` (${Math.ceil(left / 1_000)}초)`}`}
        </Button>
      </Box>
      <LinearProgress aria-hidden variant="determinate" value={(left / undoMs) * 100} />
    </>
  );
};

/** Which of several reports are not decided any more, one's own apart from those of colleagues. */
const goneWords = ({ gone, own }: PartlyDecidedError): string => {
  const others = gone - own;
  if (own === 0) return `${others}건은 다른 관리자가 먼저 처리했어요.`;
  return others === 0
    ? `이미 처리한 ${own}건은 뺐어요.`
    : `이미 처리한 ${own}건과 다른 관리자가 먼저 처리한 ${others}건은 뺐어요.`;
};

/** Why a decision failed, and what its outcome may be. */
const reasonOf = (error: unknown): string => {
  if (error instanceof LostAnswerError)
    return `${messageOr("신고 처리 중 오류가 발생했습니다.", error.cause)} 처리됐는지 알 수 없어요. 다시 보내면 먼저 확인해요.`;
  if (error instanceof PartlyDecidedError) return `${goneWords(error)} 나머지는 아직 처리하지 않았어요.`;
  const holder = holderIn(error);
  return holder
    ? `아직 처리하지 않았어요. ${holder.nickname}님이 보고 있어요. 신고로 돌아가 이어받아주세요.`
    : `아직 처리하지 않았어요. ${messageOf(error)}`;
};

interface FailedProps {
  made: MadeDecision;
  /** Whether the send key sends this one. */
  hasKey: boolean;
  /** Whether the undo key takes this one back. */
  hasUndoKey: boolean;
  onUndo: () => void;
  onSend: () => void;
}

const sendLabel = (made: MadeDecision): string =>
  made.error instanceof PartlyDecidedError ? `나머지 ${countOf(made)}건 다시 보내기` : "다시 보내기";

const Failed = ({ made, hasKey, hasUndoKey, onUndo, onSend }: FailedProps) => {
  useKeys(hasKey ? { sendAgain: onSend } : {});
  return (
    <Box role="alert" sx={{ display: "grid", gap: 0.5 }}>
      <Typography variant="body2" noWrap>
        {wordsOf(made)}
      </Typography>
      {/* No answer is never a no. */}
      {made.error instanceof LostAnswerError ? null : (
        <Typography variant="subtitle2" component="p" color="error">
          신고 처리 실패
        </Typography>
      )}
      <Typography variant="body2" color="error">
        {reasonOf(made.error)}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button
          size="small"
          variant="contained"
          onClick={onSend}
          endIcon={hasKey ? <KeyCap label="R" isHint /> : null}
        >
          {sendLabel(made)}
        </Button>
        <Button
          size="small"
          color="inherit"
          onClick={onUndo}
          endIcon={hasUndoKey ? <KeyCap label="U" isHint /> : null}
        >
          신고로 돌아가기
        </Button>
      </Box>
    </Box>
  );
};

/** Asks the password where a failed decision bans the person by their present status; true where it may be sent. */
const confirmSending = ({ reports: [{ reportedUser }], decision }: MadeDecision, standing: SanctionStatus) =>
  confirmBan({ nickname: reportedUser.nickname, decision, standing, outcome: "확인하면 바로 처리돼요." });

interface ChangedProps {
  made: MadeDecision;
  /** The person's present sanction status. */
  standing: SanctionStatus;
  onUndo: () => void;
  onConfirm: () => void;
}

/** Shows the present effect of a decision that was refused for a changed sanction status; no mere key confirms it. */
const Changed = ({ made, standing, onUndo, onConfirm }: ChangedProps) => {
  const { nickname } = made.reports[0].reportedUser;
  const bans = isBan(made.decision, standing);
  const handleConfirm = async () => {
    if (await confirmSending(made, standing)) onConfirm();
  };
  return (
    <Box role="alert" sx={{ display: "grid", gap: 0.75 }}>
      <Typography variant="body2" noWrap>
        {wordsOf(made)}
      </Typography>
      <Typography variant="body2" color="error">
        그사이 {nickname}님의 상태가 바뀌어 아직 처리하지 않았어요.
      </Typography>
      <StandingChips standing={standing} />
      <Typography variant="body2">
        결정할 때 {consequenceOf(made.decision, made.seen.standing)} → 이제{" "}
        <strong>{consequenceOf(made.decision, standing)}</strong>
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button
          size="small"
          variant="contained"
          color={bans ? "error" : "primary"}
          onClick={() => void handleConfirm()}
        >
          {bans ? "비밀번호 확인하고 보내기" : "이대로 보내기"}
        </Button>
        <Button size="small" color="inherit" onClick={onUndo}>
          신고로 돌아가기
        </Button>
      </Box>
    </Box>
  );
};

interface DecisionBarProps {
  /** Says what a closing page does with unsent decisions. */
  leavingWords?: string | undefined;
}

/** The decisions that can still be taken back, and the failed ones. */
export const DecisionBar = ({ leavingWords }: DecisionBarProps) => {
  const decisions = useDecisions();
  const all = useMade();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // The search of the queue is kept; other screens have other parameters there. The case waits, whatever was listed.
  const asked = new URLSearchParams(pathname === "/admin" || pathname.startsWith("/reports") ? search : "");
  asked.delete("tab");
  const undo = (id?: number) => {
    const made = decisions.undo(id);
    if (!made) return;
    // Another administrator looks at one of its reports, which is where it can be taken over.
    const reportId = holderIn(made.error)?.reportId ?? made.reports[0].id;
    void navigate({ pathname: `/reports/${reportId}`, search: asked.toString() });
  };
  useKeys({ undo: () => undo() });
  const sendAgain = async (made: MadeDecision) => {
    if (await confirmSending(made, made.seen.standing)) await decisions.sendNow(made.id);
  };
  const undoable = all.filter(({ state }) => state !== "sending");
  const latest = undoable.at(-1);
  const firstFailed = all.find(({ state, error }) => state === "failed" && !standingIn(error));
  const partOf = (made: MadeDecision) => {
    const onUndo = () => undo(made.id);
    if (made.state !== "failed") return <Held made={made} hasKey={made === latest} onUndo={onUndo} />;
    const standing = standingIn(made.error);
    return standing ? (
      <Changed
        made={made}
        standing={standing}
        onUndo={onUndo}
        onConfirm={() => void decisions.confirm(made.id, standing)}
      />
    ) : (
      <Failed
        made={made}
        hasKey={made === firstFailed}
        hasUndoKey={made === latest}
        onUndo={onUndo}
        onSend={() => void sendAgain(made)}
      />
    );
  };
  return (
    <Box
      ref={measure}
      role="region"
      aria-label="보내기 전인 결정"
      sx={{
        position: "fixed",
        left: 24,
        bottom: "calc(24px + var(--kh-bars, 0px))",
        width: "min(420px, calc(100vw - 48px))",
        // However many there are, the list above stays in reach.
        maxHeight: "45dvh",
        overflowY: "auto",
        display: "grid",
        gap: 1,
        zIndex: "snackbar",
      }}
    >
      {all.map((made) => (
        <Paper key={made.id} elevation={3} sx={{ p: 1.5, display: "grid", gap: 0.75 }}>
          {partOf(made)}
        </Paper>
      ))}
      {leavingWords !== undefined ? (
        <Paper elevation={3} sx={{ px: 1.5, py: 0.75 }}>
          <Typography variant="body2" color="textSecondary">
            {leavingWords}
          </Typography>
        </Paper>
      ) : null}
      {undoable.length > 1 ? (
        <Paper elevation={3} sx={{ px: 1.5, py: 0.75, display: { xs: "none", md: "block" } }}>
          <Typography variant="body2" color="textSecondary">
            U는 가장 나중 결정을 되돌려요.
          </Typography>
        </Paper>
      ) : null}
    </Box>
  );
};
