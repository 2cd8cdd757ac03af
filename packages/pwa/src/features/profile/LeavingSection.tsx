import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useDialogEntry } from "@knowhow/ui/components/useDialogEntry.ts";
import { LeavingDialog } from "./LeavingDialog.tsx";
import { Section } from "../../components/Section.tsx";

/** The section that deletes the account. */
export const LeavingSection = () => {
  const { isOpen, open, close } = useDialogEntry("leaving");
  return (
    <Section
      anchor="leaving"
      title="회원 탈퇴"
      summary="계정을 지워요."
      action={
        <Button color="error" onClick={open}>
          탈퇴하기
        </Button>
      }
    >
      <Typography color="textSecondary">
        끝나지 않은 주문이나 정산이 없으면 언제든지 탈퇴할 수 있어요.
      </Typography>
      <LeavingDialog isOpen={isOpen} onClose={close} />
    </Section>
  );
};
