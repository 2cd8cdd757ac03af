import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { formatBytes } from "../components/format.ts";
import type { UploadItem } from "./uploadItem.ts";

/** Names the words about a trouble, for the button that takes the entry off; nothing where there is none. */
export const statusIdOf = ({ key, message }: UploadItem): string | undefined =>
  message === undefined ? undefined : `status-${key}`;

interface UploadStatusProps {
  item: UploadItem;
  onRetry: () => void;
}

/** How far an upload is and how fast, or why it failed and the way to try again. */
export const UploadStatus = ({ item, onRetry }: UploadStatusProps) => {
  const { status, progress, message, size, name } = item;
  if (status === "done")
    return size === undefined ? null : (
      <Typography variant="body2" color="text.secondary">
        {formatBytes(size)}
      </Typography>
    );
  if (status === "failed" || status === "refused")
    return (
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, flexWrap: "wrap" }}>
        <Typography variant="body2" color="error" id={statusIdOf(item)}>
          {message}
        </Typography>
        {status === "failed" ? (
          <Button size="small" variant="outlined" onClick={onRetry} aria-label={`${name} 업로드 다시 시도`}>
            다시 시도
          </Button>
        ) : null}
      </Box>
    );
  const percent = progress?.percent ?? 0;
  return (
    <Box sx={{ width: "100%" }}>
      <LinearProgress
        variant={progress ? "determinate" : "indeterminate"}
        value={percent}
        aria-label={`${name} 업로드`}
        sx={{ height: 6, borderRadius: 3, my: 0.5 }}
      />
      <Typography variant="body2" color="text.secondary" sx={{ fontVariantNumeric: "tabular-nums" }}>
        {progress
          ? `${percent}% · ${formatBytes(progress.bytesPerSecond)}/s · ${formatBytes(progress.loaded)} / ${formatBytes(progress.total)}`
          : "업로드를 시작하는 중"}
      </Typography>
    </Box>
  );
};
