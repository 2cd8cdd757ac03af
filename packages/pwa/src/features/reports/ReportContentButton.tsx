import FlagOutlined from "@mui/icons-material/FlagOutlined";
import type { Content } from "@knowhow/shared";
import Button from "@mui/material/Button";
import { useDialogEntry } from "@knowhow/ui/components/useDialogEntry.ts";
import { ReportDialog } from "@knowhow/ui/features/reports/ReportDialog.tsx";

/** The inconspicuous button that reports a content, for its buyers. */
export const ReportContentButton = ({
  content: { id, title },
}: {
  content: Pick<Content, "id" | "title">;
}) => {
  const { isOpen, open, close } = useDialogEntry("report");
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<FlagOutlined />}
        onClick={open}
        sx={{ color: "text.secondary", mr: -1 }}
      >
        콘텐츠 신고하기
      </Button>
      <ReportDialog
        isOpen={isOpen}
        onClose={close}
        target={{ kind: "content", contentId: id, label: `‘${title}’ 콘텐츠` }}
      />
    </>
  );
};
