import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import type { ReactNode, Ref } from "react";
import type { UploadProgress } from "@knowhow/ui/client/transfer.ts";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import type { UploadItem } from "@knowhow/ui/device/drafts/uploadItem.ts";

/** What the one button of a file does. */
interface Pausing {
  pause: (key: string) => void;
  /** Goes on with a paused file, and tries a failed one again. */
  resume: (key: string) => void;
}

/** The id of an entry's error text, for the button that removes it; undefined where there is none. */
export const statusIdOf = ({ key, message }: UploadItem): string | undefined =>
  message === undefined ? undefined : `status-${key}`;

/** How long the rest of an upload takes, in words; undefined while it is unknown. */
export const remainingOf = ({ loaded, total, bytesPerSecond }: UploadProgress): string | undefined => {
  if (bytesPerSecond < 1 || loaded >= total) return undefined;
  const seconds = Math.ceil((total - loaded) / bytesPerSecond);
  if (seconds < 60) return `약 ${seconds}초 남음`;
  if (seconds < 3_600) return `약 ${Math.ceil(seconds / 60)}분 남음`;
  return `약 ${Math.ceil(seconds / 3_600)}시간 남음`;
};

/** How far and how fast an upload is, in words. */
export const figuresOf = (progress: UploadProgress): string =>
  [
    `${progress.percent}%`,
    `${formatBytes(progress.bytesPerSecond)}/s`,
    `${formatBytes(progress.loaded)} / ${formatBytes(progress.total)}`,
    remainingOf(progress),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");

const Bar = ({ name, what, percent }: { name: string; what: string; percent: number | undefined }) => (
  <LinearProgress
    variant={percent === undefined ? "indeterminate" : "determinate"}
    {...(percent === undefined ? {} : { value: percent })}
    aria-label={`${name} ${what}`}
    sx={{ height: 6, borderRadius: 3, my: 0.5 }}
  />
);

interface Shown {
  text: ReactNode;
  /** The label and the percent of the bar; `percent` is undefined where it is unknown. */
  bar?: { what: string; percent: number | undefined };
  act?: { label: string; onPress: () => void };
}

/** The progress of a file in words, with its one action. */
const shownOf = (item: UploadItem, list: Pausing, isOnline: boolean): Shown => {
  const { key, size, keptPercent, sentPercent, progress, message } = item;
  const reached = sentPercent === undefined ? "" : ` · ${sentPercent}%까지 올림`;
  const bytes = `${reached}${size === undefined ? "" : ` · ${formatBytes(size)}`}`;
  const held = sentPercent === undefined ? {} : { bar: { what: "업로드", percent: sentPercent } };
  const pause = { label: "일시정지", onPress: () => list.pause(key) };
  switch (item.status) {
    case "keeping":
      return {
        text: `기기에 저장하는 중${keptPercent === undefined ? "" : ` · ${keptPercent}%`}`,
        bar: { what: "기기에 저장", percent: keptPercent },
      };
    case "paused":
      return { ...held, text: `일시정지됨${bytes}`, act: { label: "계속", onPress: () => list.resume(key) } };
    case "waiting":
      if (message !== undefined && isOnline)
        return {
          ...held,
          text: `${message}${bytes}`,
          act: { label: "다시 시도", onPress: () => list.resume(key) },
        };
      return {
        ...held,
        text: `${isOnline ? "업로드를 시작하는 중" : "연결되면 올려요"}${bytes}`,
        act: pause,
      };
    default:
      return {
        text: progress ? figuresOf(progress) : "업로드를 시작하는 중",
        bar: { what: "업로드", percent: progress?.percent },
        act: pause,
      };
  }
};

interface UploadStatusProps {
  item: UploadItem;
  list: Pausing;
  /** For the one button. */
  buttonRef: Ref<HTMLButtonElement>;
}

/** The progress and speed of a file, or why it failed, with a button to pause, resume or retry. */
export const UploadStatus = ({ item, list, buttonRef }: UploadStatusProps) => {
  const isOnline = useOnline();
  const { status, message, size, name } = item;
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
          <Button
            size="small"
            variant="outlined"
            ref={buttonRef}
            onClick={() => list.resume(item.key)}
            aria-label={`${name} 업로드 다시 시도`}
          >
            다시 시도
          </Button>
        ) : null}
      </Box>
    );
  const { text, bar, act } = shownOf(item, list, isOnline);
  // One layout for all states: the button keeps the focus when its action changes.
  return (
    <Box sx={{ width: "100%" }}>
      {bar ? <Bar name={name} {...bar} /> : null}
      <Box sx={{ display: "flex", alignItems: "center", columnGap: 1, flexWrap: "wrap" }}>
        <Typography
          variant="body2"
          color="text.secondary"
          id={statusIdOf(item)}
          sx={{ fontVariantNumeric: "tabular-nums" }}
        >
          {text}
        </Typography>
        {act ? (
          <Button
            size="small"
            color="inherit"
            ref={buttonRef}
            onClick={act.onPress}
            aria-label={`${name} 업로드 ${act.label}`}
            sx={{ ml: "auto" }}
          >
            {act.label}
          </Button>
        ) : null}
      </Box>
    </Box>
  );
};
