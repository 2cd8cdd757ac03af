import { textLimits } from "@knowhow/shared";
import { moderationForm } from "@knowhow/shared/schemas.ts";
import { useQueryClient } from "@tanstack/react-query";
import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { josa } from "es-hangul";
import { useState } from "react";
import { DecisionDialog } from "../decisions/DecisionDialog.tsx";
import { useDeciding, useReasonForm, type Reasoned } from "../decisions/useDeciding.ts";
import { client } from "../../client/client.ts";
import { hasCode } from "../../components/failure.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { subjectOf, type ModerationTarget } from "./moderationTarget.ts";
import { refreshContents } from "../../client/contentCache.ts";

const reasonForm = moderationForm.pick(["reason"]);

const consequences = {
  content:
    "마켓과 검색에서 사라지고 새로 구매할 수 없어요. 이미 구매한 분들은 계속 이용하고, 멘토에게는 사유를 알려요.",
  words: "작성자와 관리자만 볼 수 있게 되고, 작성자에게 사유를 알려요.",
  rating:
    "평균과 별점 분포, 후기 수에서도 빠져요. 작성자와 관리자만 볼 수 있게 되고, 작성자에게 사유를 알려요.",
} as const;

const consequenceOf = ({ kind }: ModerationTarget): string =>
  kind === "content" || kind === "rating" ? consequences[kind] : consequences.words;

/** What reads the words of each kind. */
const readsOf = {
  comment: client.comments.list,
  rating: client.ratings.list,
  rating_answer: client.ratings.list,
  question: client.questions.list,
  question_answer: client.questions.list,
} as const;

/** An answer has the id of what it answers. */
const nameOf = ({ kind }: ModerationTarget, id: string): string =>
  kind.endsWith("_answer") ? `${kind}:${id}` : id;

/** The state that a moderation leads to. */
type NextState = "hidden" | "listed";

const useModeration = (target: ModerationTarget, next: NextState, onClose: () => void) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { noun, id } = subjectOf(target);
  const refresh = () =>
    void Promise.all(
      target.kind === "content"
        ? [refreshContents(queryClient)]
        : [
            queryClient.invalidateQueries({ queryKey: [readsOf[target.kind].contract.path] }),
            queryClient.invalidateQueries({ queryKey: [client.evidences.get.contract.path] }),
            // The content counts its ratings.
            ...(target.kind === "rating" ? [refreshContents(queryClient)] : []),
          ],
    );
  const options = {
    form: useReasonForm(reasonForm, `moderation:${next}:${nameOf(target, id)}`),
    input: ({ reason }: Reasoned) => ({ params: { id }, body: { state: next, reason } as const }),
    onDone: () => {
      refresh();
      const done = next === "hidden" ? "숨겼습니다" : "다시 공개했습니다";
      toast({
        title: `${josa(noun, "을/를")} ${done}`,
        description: "작성자에게 사유를 알렸어요.",
      });
    },
    onRefused: (error: Error) => {
      // Another administrator was first, or it is gone: the screen shows that from now on.
      if (hasCode(error, "ALREADY_IN_STATE") || hasCode(error, "NOT_FOUND")) refresh();
      return false;
    },
    onClose,
  };
  const deciding = {
    content: useDeciding(client.contents.moderate, options),
    comment: useDeciding(client.comments.moderate, options),
    rating: useDeciding(client.ratings.moderate, options),
    rating_answer: useDeciding(client.ratings.moderateAnswer, options),
    question: useDeciding(client.questions.moderate, options),
    question_answer: useDeciding(client.questions.moderateAnswer, options),
  };
  return deciding[target.kind];
};

/** Asks an administrator why a content, or words at one, are hidden or put back, and does it. */
export const ModerationDialog = ({ target, onClose }: { target: ModerationTarget; onClose: () => void }) => {
  const { noun, text, state } = subjectOf(target);
  // Decided when the dialog opens: the news of a colleague's moderation must not turn it into its opposite.
  const [next] = useState<NextState>(state === "hidden" ? "listed" : "hidden");
  const deciding = useModeration(target, next, onClose);
  const isHiding = next === "hidden";
  return (
    <DecisionDialog
      title={isHiding ? `${noun} 숨기기` : `${noun} 다시 공개하기`}
      deciding={deciding}
      reason={{ label: "사유", help: "작성자에게 그대로 전달돼요.", max: textLimits.penaltyReason }}
      act={isHiding ? "숨기기" : "다시 공개"}
      pending={isHiding ? "숨기는 중..." : "공개하는 중..."}
      isDestructive={isHiding}
      // This dialog's own moderation may be news before its answer, or without one.
      outdated={
        state !== next || deciding.isPending || deciding.isUnanswered ? undefined : (
          <Alert severity="warning">
            다른 곳에서 먼저 {isHiding ? "숨겨" : "다시 공개해"} 아무것도 바꾸지 않았어요.
          </Alert>
        )
      }
      onClose={onClose}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {text}
      </Typography>
      {isHiding ? <Typography color="textSecondary">{consequenceOf(target)}</Typography> : null}
    </DecisionDialog>
  );
};
