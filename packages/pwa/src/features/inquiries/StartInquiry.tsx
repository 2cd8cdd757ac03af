import { textLimits, type CurrentUser } from "@knowhow/shared";
import { inquiryForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { ObjectSchema } from "yup";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { Reveal } from "@knowhow/ui/components/Reveal.tsx";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { applyServerErrors } from "@knowhow/ui/forms/applyServerErrors.ts";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { inquiryLane } from "@knowhow/ui/device/jobs/handlers/act.ts";
import { unkeptWords } from "@knowhow/ui/device/outbox/sendStatus.ts";
import { useLane } from "@knowhow/ui/device/outbox/useOutbox.ts";
import { usePerform } from "@knowhow/ui/device/outbox/usePerform.ts";
import { useKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";

interface Values {
  subject: string;
  message: string;
}

/** In the form an empty subject is an empty text, never undefined. */
const schema = inquiryForm as unknown as ObjectSchema<Values>;

const empty: Values = { subject: "", message: "" };

const WaitingNote = ({ isUnkept }: { isUnkept: boolean }) => (
  <Alert severity="info" role="note">
    보낼 예정인 문의가 있어요. 연결되면 보내요. {isUnkept ? unkeptWords : null}
  </Alert>
);

/** Begins an inquiry: an optional subject and the first message. */
export const StartInquiry = ({
  user,
  onStarted,
}: {
  user: CurrentUser;
  onStarted: (roomId: string) => Promise<unknown>;
}) => {
  const toast = useToast();
  const [failure, setFailure] = useState<string>();
  /** How many inquiries of this visit wait to be sent: each brings the note about it into view. */
  const [waited, setWaited] = useState(0);
  const form = useContractForm(schema, empty, "onSubmit");
  useKeptForm(form, { personId: user.id, name: "inquiry", blank: empty });
  const { perform, isPending } = usePerform("inquiry");
  const { outbox, rows } = useLane(user.id, inquiryLane, () => undefined);
  const handleSend = form.handleSubmit(async ({ subject, message }) => {
    setFailure(undefined);
    const outcome = await perform({ subject: subject === "" ? null : subject, message });
    if (outcome?.status === "stored") {
      form.reset(empty);
      await onStarted(outcome.answer.id);
    } else if (outcome?.status === "waiting") {
      form.reset(empty);
      setWaited((count) => count + 1);
    } else if (outcome) {
      toast({
        title: "채팅방 생성에 실패했습니다",
        description: messageOf(outcome.error),
        variant: "destructive",
      });
      setFailure(applyServerErrors(form, outcome.error));
    }
  });
  return (
    <Box
      component="form"
      noValidate
      aria-label="관리자와 대화 시작"
      onSubmit={(event) => void handleSend(event)}
      sx={{
        flex: 1,
        minHeight: 0,
        overflowY: "auto",
        p: { xs: 2, md: 3 },
        display: "grid",
        gap: 1.5,
        alignContent: "start",
      }}
    >
      <Typography color="textSecondary">
        결제, 콘텐츠, 계정, 판매에 대해 무엇이든 물어보세요. 주문에 대한 것이면 주문번호를 함께 적어주세요.
        답변은 영업일 기준 3~5일 안에 드려요.
      </Typography>
      {rows.length > 0 ? (
        <Reveal cause={waited} isQuiet={waited === 0}>
          <WaitingNote isUnkept={rows.some(({ id }) => outbox?.isUnkept(id))} />
        </Reveal>
      ) : null}
      <FormTextField
        control={form.control}
        name="subject"
        label="제목 (선택)"
        placeholder="예: 결제 문의"
        inputProps={{ maxLength: textLimits.subject }}
      />
      <FormTextField
        control={form.control}
        name="message"
        label="내용"
        isRequired
        multiline
        minRows={5}
        maxRows={12}
        counterMax={textLimits.message}
      />
      {failure === undefined ? null : (
        <Alert severity="error" role="note">
          {failure}
        </Alert>
      )}
      <Box sx={{ justifySelf: { xs: "stretch", sm: "end" }, display: "grid" }}>
        <SubmitButton isPending={isPending} pendingLabel="시작하는 중...">
          대화 시작하기
        </SubmitButton>
      </Box>
    </Box>
  );
};
