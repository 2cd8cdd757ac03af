import { categories } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useSyncExternalStore } from "react";
import { Link, useNavigate } from "react-router-dom";
import { CategoryBadge } from "@knowhow/ui/components/CategoryBadge.tsx";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { RelativeTime } from "@knowhow/ui/components/RelativeTime.tsx";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { entriesOf, type Draft, type DraftFile } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { DraftsScreenFile } from "./DraftsScreenFile.tsx";
import { RowMenu } from "./RowMenu.tsx";
import {
  actOf,
  formPathOf,
  freeableOf,
  keptBytesOf,
  phaseOf,
  titleOf,
  type DraftPhase,
} from "@knowhow/ui/device/drafts/draftPhase.ts";

interface RowProps {
  drafts: Drafts;
  draft: Draft;
  onRetry: () => void;
  onCancel: () => void;
  onDelete: () => void;
  /** A file was removed. */
  onFileGone: () => void;
}

const sizeOf = ({ size }: DraftFile): string => (size === undefined ? "" : ` ${formatBytes(size)}`);

const filesText = ({ files, previews, values }: Draft): string =>
  [
    files.length === 0 ? (values.link.trim() ? "외부 링크" : "") : "",
    ...files.map((file) => `${file.name}${sizeOf(file)}`),
    previews.length === 0 ? "" : `미리보기 이미지 ${previews.length}장`,
  ]
    .filter((part) => part !== "")
    .join(", ");

const isCategory = (code: string): boolean => categories.some((one) => one.code === code);

/** The activity of a draft; rendered again only when that changes. */
const usePhase = (drafts: Drafts, draft: Draft): DraftPhase => {
  const isOnline = useOnline();
  const read = () => JSON.stringify(phaseOf(draft, drafts, isOnline));
  // The JSON of the line above.
  return JSON.parse(useSyncExternalStore(drafts.subscribe, read)) as DraftPhase;
};

const filesSx = { m: 0, p: 0, listStyle: "none", "&:empty": { display: "none" } } as const;

/** One draft: its title, its state, its actions. */
export const DraftsScreenRow = (props: RowProps) => {
  const { drafts, draft, onRetry, onCancel, onDelete, onFileGone } = props;
  const phase = usePhase(drafts, draft);
  const title = titleOf(draft);
  const files = filesText(draft);
  const used = keptBytesOf(draft);
  const act = actOf(draft);
  const navigate = useNavigate();
  const acts = [
    ...(phase.canRetry ? [{ label: "이어서 쓰기", onPress: () => void navigate(formPathOf(draft)) }] : []),
    ...(draft.publishing ? [{ label: `${act} 취소`, onPress: onCancel }] : []),
    ...(freeableOf(draft) > 0
      ? [{ label: "기기 공간 비우기", onPress: () => void drafts.free(draft.id) }]
      : []),
    { label: "삭제", onPress: onDelete },
  ];
  return (
    <Card component="li" sx={{ p: { xs: 2, md: 2.5 }, display: "grid", gap: 1, minWidth: 0 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        {isCategory(draft.values.category) ? <CategoryBadge category={draft.values.category} /> : null}
        {draft.contentId === null ? null : <Chip size="small" label="수정 중" />}
        {draft.isCopy ? (
          <Chip
            size="small"
            color="warning"
            label="다른 기기에서 바뀌어 따로 보관"
            sx={{ height: "auto", "& .MuiChip-label": { whiteSpace: "normal" } }}
          />
        ) : null}
        <Typography variant="body2" color="textSecondary" component="div" sx={{ ml: "auto" }}>
          <RelativeTime time={new Date(draft.savedAt).toISOString()} />
        </Typography>
      </Box>
      <Typography variant="h4" component="h2" sx={{ overflowWrap: "anywhere" }}>
        {title}
      </Typography>
      {files === "" ? null : (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {files}
        </Typography>
      )}
      <div>
        <Typography
          variant="body2"
          component="div"
          color={phase.isTrouble ? "error" : "textPrimary"}
          sx={{ fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" }}
        >
          {phase.text}
          {used > 0 ? (
            <Box component="span" sx={{ color: "text.secondary" }}>
              {" "}
              · 이 기기에서 {formatBytes(used)}
            </Box>
          ) : null}
        </Typography>
        {phase.percent === undefined ? null : (
          <LinearProgress
            variant="determinate"
            value={phase.percent}
            aria-label={`${title} 업로드`}
            sx={{ height: 6, borderRadius: 3, mt: 0.5 }}
          />
        )}
      </div>
      <Box component="ul" aria-label={`${title} 파일`} sx={filesSx}>
        {entriesOf(draft).map((entry) => (
          <DraftsScreenFile key={entry.key} drafts={drafts} draft={draft} entry={entry} onGone={onFileGone} />
        ))}
      </Box>
      <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1, mr: -1 }}>
        {phase.canRetry ? (
          <Button variant="outlined" onClick={onRetry} aria-label={`${title} 다시 시도`}>
            다시 시도
          </Button>
        ) : (
          <Button
            variant="outlined"
            component={Link}
            to={formPathOf(draft)}
            aria-label={`${title} 이어서 쓰기`}
          >
            이어서 쓰기
          </Button>
        )}
        <RowMenu title={title} acts={acts} />
      </Box>
    </Card>
  );
};
