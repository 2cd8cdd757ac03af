import FolderOffOutlined from "@mui/icons-material/FolderOffOutlined";
import type { BoughtContent } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { DialogShell } from "@knowhow/ui/components/DialogShell.tsx";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import type { VaultFile } from "../../offline/vault/vaultRows.ts";
import { byContent, percentOf, type KeepProgress } from "./keepPhase.ts";

const pageSize = 50;

const stateWords = (progress: KeepProgress): string => {
  if (progress.phase === "kept") return "";
  return progress.isWaiting ? " · 기다리는 중" : ` · ${percentOf(progress)}% 받음`;
};

interface Freed {
  contentIds: string[];
  title: string;
  bytes: number;
}

interface KeptFilesDialogProps {
  isOpen: boolean;
  onClose: () => void;
  files: readonly VaultFile[];
  /** The file that is loading, or the first to load. */
  next: VaultFile | undefined;
  contents: readonly BoughtContent[];
  /** Removes the files of these contents; `isAll` of everything. */
  onFree: (contentIds: string[], isAll: boolean) => void;
}

/** The kept files by content with their sizes, freed one content at a time, or all. */
export const KeptFilesDialog = ({ isOpen, onClose, files, next, contents, onFree }: KeptFilesDialogProps) => {
  const kept = byContent(files, next);
  const [shown, setShown] = useState(pageSize);
  const [asked, setAsked] = useState<Freed>();
  const [isAsking, setIsAsking] = useState(false);
  const ask = (freed: Freed) => {
    setAsked(freed);
    setIsAsking(true);
  };
  const total = files.reduce((sum, { received }) => sum + received, 0);
  const handleConfirm = () => {
    setIsAsking(false);
    if (asked) onFree(asked.contentIds, asked.contentIds.length === kept.length);
  };
  return (
    <DialogShell isOpen={isOpen} title="보관한 파일" onClose={onClose}>
      {kept.length === 0 ? (
        <EmptyState
          icon={FolderOffOutlined}
          isCompact
          title="이 기기에 보관한 파일이 없어요"
          description="콘텐츠 화면에서 ‘이 기기에 보관’을 켜면 여기에 보여요."
        />
      ) : (
        <Box sx={{ display: "grid", gap: 1.5 }}>
          <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1 }}>
            <Typography sx={{ fontVariantNumeric: "tabular-nums" }}>
              콘텐츠 {kept.length.toLocaleString("ko-KR")}개 · {formatBytes(total)}
            </Typography>
            <Button
              color="error"
              onClick={() =>
                ask({ contentIds: kept.map(({ contentId }) => contentId), title: "모두", bytes: total })
              }
            >
              모두 비우기
            </Button>
          </Box>
          <Box component="ul" aria-label="보관한 파일" sx={{ m: 0, p: 0, listStyle: "none" }}>
            {kept.slice(0, shown).map(({ contentId, fileNames, progress }) => {
              const title =
                contents.find(({ id }) => id === contentId)?.title ?? fileNames[0] ?? "이름 없는 파일";
              return (
                <Box
                  component="li"
                  key={contentId}
                  sx={{
                    display: "flex",
                    alignItems: "center",
                    gap: 1,
                    py: 1,
                    borderTop: "1px solid",
                    borderColor: "divider",
                  }}
                >
                  <Box sx={{ flex: 1, minWidth: 0 }}>
                    <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
                      {title}
                    </Typography>
                    <Typography
                      variant="body2"
                      color="textSecondary"
                      sx={{ fontVariantNumeric: "tabular-nums" }}
                    >
                      파일 {fileNames.length}개 · {formatBytes(progress.received)}
                      {stateWords(progress)}
                    </Typography>
                  </Box>
                  <Button
                    size="small"
                    aria-label={`${title} 비우기`}
                    onClick={() => ask({ contentIds: [contentId], title, bytes: progress.received })}
                  >
                    비우기
                  </Button>
                </Box>
              );
            })}
          </Box>
          {kept.length > shown ? (
            <Button onClick={() => setShown((count) => count + pageSize)}>더 보기</Button>
          ) : null}
        </Box>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={
          asked && asked.contentIds.length > 1 ? "보관한 파일을 모두 비울까요?" : "보관한 파일을 비울까요?"
        }
        description={
          asked
            ? `${asked.contentIds.length > 1 ? `콘텐츠 ${asked.contentIds.length}개` : asked.title}의 파일 ${formatBytes(asked.bytes)}를 이 기기에서 지워요. 구매한 것은 그대로여서 연결되면 다시 받을 수 있어요.`
            : undefined
        }
        confirmLabel="비우기"
        isDestructive
        onConfirm={handleConfirm}
        onCancel={() => setIsAsking(false)}
      />
    </DialogShell>
  );
};
