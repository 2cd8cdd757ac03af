import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useSyncExternalStore } from "react";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { figuresOf } from "./UploadStatus.tsx";
import type { Draft, DraftFile, Transfer } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";

/** The state of a file that is not uploaded yet, in words; undefined where there is no action for it here. */
const wordsOf = (transfer: Transfer | undefined, isOnline: boolean): string | undefined => {
  const reached = (sent: number | undefined) => (sent ? ` · ${formatBytes(sent)}까지 올림` : "");
  switch (transfer?.status) {
    case "uploading":
      return figuresOf(transfer.progress);
    case "paused":
      return `일시정지됨${reached(transfer.sent)}`;
    case "failed":
      return transfer.message;
    case "waiting":
      return `${!isOnline ? "연결되면 올려요" : transfer.isCut ? "연결을 기다리는 중" : "업로드를 기다리는 중"}${reached(transfer.sent)}`;
    default:
      return undefined;
  }
};

interface FileProps {
  drafts: Drafts;
  draft: Draft;
  entry: DraftFile;
  /** The file leaves the list, with the pressed button. */
  onGone: () => void;
}

/** A file of a draft that is uploading: its progress and speed, with buttons to pause and to remove it. */
export const DraftsScreenFile = ({ drafts, draft, entry, onGone }: FileProps) => {
  const isOnline = useOnline();
  const { key, name } = entry;
  const transfer = useSyncExternalStore(drafts.subscribe, () => drafts.transferOf(draft.id, key));
  const words = wordsOf(transfer, isOnline);
  if (words === undefined) return null;
  const isHeld = transfer?.status === "paused" || transfer?.status === "failed";
  const act = transfer?.status === "failed" ? "다시 시도" : isHeld ? "계속" : "일시정지";
  return (
    <Box component="li" sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1 }}>
      <Box sx={{ flex: "1 1 14rem", minWidth: 0 }}>
        <Typography variant="body2" noWrap>
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: "tabular-nums" }}>
          {words}
        </Typography>
      </Box>
      <Button
        size="small"
        color="inherit"
        aria-label={`${name} 업로드 ${act}`}
        onClick={() => (isHeld ? drafts.resume : drafts.pause)(draft.id, key)}
      >
        {act}
      </Button>
      {draft.publishing ? null : (
        // Without one of its files a queued draft would be another content.
        <Button
          size="small"
          color="inherit"
          aria-label={`${name} 업로드 취소`}
          onClick={() => {
            onGone();
            void drafts.removeFile(draft.id, key);
          }}
        >
          취소
        </Button>
      )}
    </Box>
  );
};
