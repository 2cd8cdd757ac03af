import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { UploadProgress } from "@knowhow/ui/client/transfer.ts";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { fieldCard } from "./SuggestionField.tsx";

interface SuggestionSkeletonProps {
  /** The document that is sent along. */
  file: File | undefined;
  progress: UploadProgress | undefined;
}

/** Whether the document is still uploading. */
export const isSending = ({ file, progress }: SuggestionSkeletonProps): boolean =>
  file !== undefined && (progress?.percent ?? 0) < 100;

const Sending = ({ file, progress }: { file: File; progress: UploadProgress | undefined }) => (
  <div>
    <LinearProgress
      variant={progress ? "determinate" : "indeterminate"}
      value={progress?.percent ?? 0}
      aria-label={`${file.name} 업로드`}
      sx={{ height: 6, borderRadius: 3, mb: 0.5 }}
    />
    <Typography variant="body2" color="text.secondary" sx={{ fontVariantNumeric: "tabular-nums" }}>
      {progress
        ? `${progress.percent}% · ${formatBytes(progress.bytesPerSecond)}/s · ${formatBytes(progress.loaded)} / ${formatBytes(progress.total)}`
        : "업로드를 시작하는 중"}
    </Typography>
  </div>
);

const Card = ({ lines }: { lines: readonly string[] }) => (
  <Box sx={fieldCard}>
    <Skeleton variant="text" width={64} sx={{ typography: "subtitle2" }} />
    {lines.map((width, line) => (
      <Skeleton key={`${line} ${width}`} variant="text" width={width} sx={{ typography: "body1" }} />
    ))}
  </Box>
);

/** Second step: the progress, and the skeleton of the suggestion. */
export const SuggestionSkeleton = ({ file, progress }: SuggestionSkeletonProps) => (
  <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1.5 }}>
    <Typography sx={{ fontWeight: 650 }}>
      {isSending({ file, progress })
        ? "문서를 올리고 있어요"
        : file
          ? "문서를 읽고 제안을 만들고 있어요"
          : "제안을 만들고 있어요"}
    </Typography>
    {file && isSending({ file, progress }) ? <Sending file={file} progress={progress} /> : null}
    <Box aria-hidden sx={{ display: "grid", gap: 1.5 }}>
      <Card lines={["85%"]} />
      <Card lines={["30%"]} />
      <Card lines={["35%", "90%", "70%", "80%"]} />
      <Card lines={["100%", "95%", "98%", "60%"]} />
    </Box>
  </Box>
);
