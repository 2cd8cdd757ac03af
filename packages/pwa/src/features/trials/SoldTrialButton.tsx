import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useLazyDialog } from "@knowhow/ui/components/useLazyDialog.ts";

const loadDialog = async () => (await import("./TrialChoiceDialog.tsx")).TrialChoiceDialog;

/** In the form of a content that is on sale: the trial of the files that it has. */
export const SoldTrialButton = ({ contentId }: { contentId: string }) => {
  const { Dialog, isLoading, props } = useLazyDialog(
    "trial-choice",
    loadDialog,
    "미리 읽기 화면을 불러오지 못했습니다",
  );
  return (
    <Box>
      <Button size="small" onClick={props.onOpen} loading={isLoading}>
        판매 중인 파일의 미리 읽기 고르기
      </Button>
      <Typography variant="body2" color="textSecondary">
        저장하면 수정하기를 누르지 않아도 바로 바뀌어요.
      </Typography>
      {Dialog ? <Dialog {...props} contentId={contentId} /> : null}
    </Box>
  );
};
