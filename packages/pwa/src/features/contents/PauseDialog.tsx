import { addDays, maxPauseDays, seoulDay, seoulDayStart, type Content } from "@knowhow/shared";
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
  content: Pick<Content, "title" | "state" | "pausedUntil">;
  sale: ReturnType<typeof useSaleState>;
  onClose: () => void;
}

/** A date that was typed in part has no value, as none has. */
const isHalfTyped = (typed: Element | RadioNodeList | null): boolean =>
  typed instanceof HTMLInputElement && typed.validity.badInput;

/** Takes an own content off sale, until a day where one is chosen; of one that is, changes the day. */
export const PauseDialog = ({ content, sale, onClose }: PauseDialogProps) => {
  const { title, pausedUntil } = content;
  const isPaused = content.state === "paused";
  const act = isPaused ? "날짜 저장" : "판매 멈추기";
  const [today] = useState(() => seoulDay(new Date()));
  const [firstDay, lastDay] = [addDays(today, 1), addDays(today, maxPauseDays)];
  const form = useContractForm(dayForm(firstDay, lastDay), {
    day: isPaused && pausedUntil ? seoulDay(new Date(pausedUntil)) : "",
  });
  const [failure, setFailure] = useState<string>();
  const isOnline = useOnline();
  const pause = form.handleSubmit(({ day }) => {
    setFailure(undefined);
    sale.pause(day === "" ? undefined : seoulDayStart(day).toISOString(), {
      onSuccess: onClose,
      onError: (error) => setFailure(messageOf(error)),
    });
  });
  return (
    <DialogShell
      isOpen
      title={isPaused ? "다시 판매할 날 바꾸기" : "판매 멈추기"}
      onClose={onClose}
      isHeld={sale.isPending}
      isForm
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          if (!isHalfTyped(event.currentTarget.elements.namedItem("day"))) return void pause(event);
          event.preventDefault();
          form.setError("day", { message: "날짜를 끝까지 입력하거나 비워주세요." }, { shouldFocus: true });
          return undefined;
        }}
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
            pendingLabel={isPaused ? "저장하는 중..." : "멈추는 중..."}
            size="medium"
            disabled={!isOnline}
          >
            {act}
          </SubmitButton>
        </Box>
      </Box>
    </DialogShell>
  );
};
