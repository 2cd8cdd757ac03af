import { addDays, maxPauseDays, seoulDay, seoulDayStart } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { object, string } from "yup";
import { DialogShell } from "@knowhow/ui/components/DialogShell.tsx";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import type { useSaleState } from "./useSaleState.ts";

/** A day of Korea on which it is sold again, or none: until its seller says so. */
const dayForm = (firstDay: string, lastDay: string) =>
  object({
    day: string()
      .defined()
      .test("after", "내일 이후의 날짜를 선택해주세요.", (day) => day === "" || day >= firstDay)
      .test("near", "1년 안의 날짜를 선택해주세요.", (day) => day === "" || day <= lastDay),
  });

interface PauseDialogProps {
  title: string;
  sale: ReturnType<typeof useSaleState>;
  onClose: () => void;
}

/** Takes an own content off sale: until a day where one is chosen. */
export const PauseDialog = ({ title, sale, onClose }: PauseDialogProps) => {
  const [today] = useState(() => seoulDay(new Date()));
  const [firstDay, lastDay] = [addDays(today, 1), addDays(today, maxPauseDays)];
  const form = useContractForm(dayForm(firstDay, lastDay), { day: "" });
  const [failure, setFailure] = useState<string>();
  const isOnline = useOnline();
  const handlePause = form.handleSubmit(({ day }) => {
    setFailure(undefined);
    sale.pause(day === "" ? undefined : seoulDayStart(day).toISOString(), {
      onSuccess: onClose,
      onError: (error) => setFailure(messageOf(error)),
    });
  });
  return (
    <DialogShell isOpen title="판매 멈추기" onClose={onClose} isHeld={sale.isPending} isForm>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void handlePause(event)}
        sx={{ display: "grid", gap: 2 }}
      >
        <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{title}</Typography>
        <Typography color="textSecondary">
          마켓과 검색에서 빠지고 새로 구매할 수 없어요. 이미 구매한 분들은 계속 이용하고, 페이지 주소와 댓글도
          그대로 남아요.
        </Typography>
        <FormTextField
          control={form.control}
          name="day"
          type="date"
          label="다시 판매할 날 (선택)"
          help="그날 0시부터 저절로 다시 판매해요. 비워두면 직접 다시 판매할 때까지 멈춰요."
          inputProps={{ min: firstDay, max: lastDay }}
        />
        {isOnline ? null : (
          <Alert severity="warning" role="status">
            인터넷에 연결되어 있지 않아 지금은 멈출 수 없어요. 연결되면 다시 눌러주세요.
          </Alert>
        )}
        {failure === undefined ? null : <Alert severity="error">{failure}</Alert>}
        <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
          <Button color="inherit" onClick={onClose} disabled={sale.isPending}>
            취소
          </Button>
          <SubmitButton
            isPending={sale.isPending}
            pendingLabel="멈추는 중..."
            size="medium"
            disabled={!isOnline}
          >
            판매 멈추기
          </SubmitButton>
        </Box>
      </Box>
    </DialogShell>
  );
};
