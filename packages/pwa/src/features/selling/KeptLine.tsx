import CloudDoneOutlined from "@mui/icons-material/CloudDoneOutlined";
import ErrorOutlineRounded from "@mui/icons-material/ErrorOutlineRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { formatTime } from "@knowhow/ui/components/format.ts";
import type { KeptForm } from "./draftForm.ts";

interface KeptLineProps {
  status: Pick<KeptForm, "keptAt" | "isFailed">;
  onDelete?: () => void;
  /** Beside the buttons of a bar, in as little width as its words need on two lines. */
  isBeside?: boolean;
}

/** Says when the form was kept last, with a button to delete it; or that the device could not keep it. */
export const KeptLine = ({ status, onDelete, isBeside = false }: KeptLineProps) => {
  const { keptAt, isFailed } = status;
  if (keptAt === undefined && !isFailed) return null;
  const Icon = isFailed ? ErrorOutlineRounded : CloudDoneOutlined;
  return (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 0.75,
        ...(isBeside && !isFailed ? { maxWidth: "6.5rem" } : { width: "100%", minHeight: 32 }),
        typography: "body2",
        color: isFailed ? "error.main" : "text.secondary",
      }}
    >
      {isBeside && !isFailed ? null : <Icon aria-hidden sx={{ fontSize: "1.25em" }} />}
      <span>
        {isFailed || keptAt === undefined
          ? "이 기기에 저장하지 못했습니다. 이 창을 닫지 마세요."
          : `임시 저장됨 · ${formatTime(new Date(keptAt)).replace(" ", "\u00A0")}`}
      </span>
      {isFailed || !onDelete ? null : (
        <Button size="small" color="inherit" onClick={onDelete} sx={{ ml: "auto", my: -0.5 }}>
          삭제
        </Button>
      )}
    </Box>
  );
};
