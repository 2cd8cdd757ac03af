import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { copyText } from "../../../components/copyText.ts";
import { useDevice } from "../../../client/platform.tsx";
import { useToast } from "../../../components/ToastProvider.tsx";
import { dropAside, useSetAside } from "./caseDrafts.ts";

/** Text typed about a report that a colleague decided first, until it is discarded; nothing where there is none. */
export const Overtaken = ({ personId, reportId }: { personId: string; reportId: string }) => {
  const toast = useToast();
  const { textsOf } = useDevice();
  const text = useSetAside(personId, reportId);
  if (text === "") return null;
  const handleCopy = async () => {
    const isCopied = await copyText(text);
    toast(isCopied ? { title: "복사했어요" } : { title: "복사하지 못했습니다", variant: "destructive" });
  };
  return (
    <Alert
      severity="info"
      role="note"
      action={
        <>
          <Button color="inherit" size="small" onClick={() => void handleCopy()}>
            복사
          </Button>
          <Button color="inherit" size="small" onClick={() => dropAside(textsOf(personId), reportId)}>
            지우기
          </Button>
        </>
      }
    >
      다른 관리자가 먼저 처리해 보내지 않은 내용이에요.
      <Typography variant="body2" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", mt: 0.5 }}>
        {text}
      </Typography>
    </Alert>
  );
};
