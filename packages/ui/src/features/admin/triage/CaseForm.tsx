import type { CurrentUser, Report } from "@knowhow/shared";
import { useState } from "react";
import { useOnline } from "../../../components/useOnline.ts";
import type { Decision, Seen } from "../decision.ts";
import { DecisionForm } from "../DecisionForm.tsx";
import { useIsMissed } from "../useReach.ts";
import type { MadeDecision } from "./decisions.ts";
import { KeyCap } from "./KeySheet.tsx";
import { useCaseForm } from "./useCaseForm.ts";
import { useKeys } from "./useKeys.ts";

/** What the screen says while a decision is made: also which reports it is about. */
export interface CaseSeen extends Seen, Pick<MadeDecision, "voices" | "newestVoiceId"> {
  /** The reports that are decided together with the case. */
  going: readonly Report[];
}

interface CaseFormProps {
  user: CurrentUser;
  report: Report;
  /** The person's sanction status, with decisions on their way, and the reports. */
  seen: CaseSeen;
  /** Whether that was read since the case was opened. */
  isFresh: boolean;
  /** Whether a penalty of this very report is active. */
  hasPenalty: boolean;
  /** Whether a report that is decided holds a payout now. */
  holdsPayouts: boolean;
  /** What was imposed for the same thing already, in words. */
  earlier: string | undefined;
  /** Why nothing can be decided about it now. */
  obstacle: string | undefined;
  onDecide: (decision: Decision, seen: CaseSeen) => void;
}

const keptRefusal =
  "전에 고르고 보내지 않은 결정이에요. 단축키로 보내려면 결정을 다시 고르고, 이대로면 처리 버튼을 눌러주세요.";

/** The decision about a case; mount it anew for another one. */
export const CaseForm = ({
  user,
  report,
  seen,
  isFresh,
  hasPenalty,
  holdsPayouts,
  earlier,
  obstacle,
  onDecide,
}: CaseFormProps) => {
  const isOnline = useOnline();
  const [refused, setRefused] = useState<"obstacle" | "kept">();
  const isMissed = useIsMissed();
  const refusal =
    isOnline && !isMissed
      ? obstacle
      : `${isOnline ? "서버에" : "인터넷에"} 연결되어 있지 않아 처리할 수 없어요. 쓴 내용은 그대로 있어요. 연결되면 다시 눌러주세요.`;
  const count = seen.voices ?? seen.going.length + 1;
  const decide = (decision: Decision, decidedOn: CaseSeen) => {
    setRefused(refusal === undefined ? undefined : "obstacle");
    if (refusal === undefined) onDecide(decision, decidedOn);
  };
  const { acts, ...form } = useCaseForm(report, {
    personId: user.id,
    seen,
    isFresh,
    hasPenalty,
    earlier,
    onDecide: decide,
    onKept: () => setRefused("kept"),
  });
  useKeys(acts);
  return (
    <DecisionForm
      {...form}
      seen={seen}
      hasPenalty={hasPenalty}
      holdsPayouts={holdsPayouts}
      refusal={refused === "kept" ? keptRefusal : refused && refusal}
      {...(count > 1 ? { label: `${count}건 함께 처리하기` } : {})}
    >
      <KeyCap label="Ctrl+Enter" />
    </DecisionForm>
  );
};
