import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { isUnderWay, type UploadItem } from "@knowhow/ui/device/drafts/uploadItem.ts";

/** Says that files are in this page's memory alone, with advice; nothing while the device has room. */
export const UnkeptNotice = ({ items }: { items: readonly UploadItem[] }) => {
  const names = items
    .filter((item) => item.isMemoryOnly && (isUnderWay(item) || item.status === "failed"))
    .map(({ name }) => name);
  // A toast has read it out.
  return names.length === 0 ? null : (
    <Alert
      severity="warning"
      role="note"
      action={
        <Button component={Link} to="/drafts" color="inherit" size="small">
          공간 확인
        </Button>
      }
      sx={{
        flexWrap: "wrap",
        "& .MuiAlert-message": { flex: "1 1 200px", overflowWrap: "anywhere" },
        "& .MuiAlert-action": { ml: "auto", pt: 0 },
      }}
    >
      저장 공간이 모자라 이 기기에 보관하지 못했어요: {names.join(", ")}. 업로드가 끝날 때까지 이 창을 닫지
      마세요.
    </Alert>
  );
};
