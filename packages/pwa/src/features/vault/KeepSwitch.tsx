import type { Content, CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import LinearProgress from "@mui/material/LinearProgress";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { markOpened } from "@knowhow/ui/features/orders/purchases.ts";
import type { Vault } from "../../offline/vault/vaultFiles.ts";
import { useOpeningGate } from "../orders/OpeningGate.tsx";
import { fileNameOf, readingKindOf } from "../reading/readingKind.ts";
import { keepReader } from "./keepReader.ts";
import { progressOf, type KeepProgress } from "./keepPhase.ts";
import { useVaultFiles } from "./useVaultFiles.ts";

/** Only secure pages have ciphers and locks. */
const canKeep = globalThis.isSecureContext && "locks" in navigator;

/** The files of a content that can be kept: those that the reader shows. */
const keepableOf = (content: Content): Parameters<Vault["add"]>[0][] =>
  Array.from({ length: content.isExternalLink ? 0 : content.fileCount }, (_, index) => {
    const fileName = fileNameOf(content, index);
    const kind = readingKindOf(fileName);
    const objectPath = content.fileUrls[index];
    return kind && objectPath ? { contentId: content.id, index, fileName, objectPath, kind } : undefined;
  }).filter((file) => file !== undefined);

const percentOf = ({ received, size }: KeepProgress): number =>
  size === 0 ? 0 : Math.floor((received / size) * 100);

const sentenceOf = (progress: KeepProgress, isOnline: boolean): string => {
  const { phase, received, size } = progress;
  const far = `${percentOf(progress)}% · ${formatBytes(received)} / ${formatBytes(size)}`;
  switch (phase) {
    case "none":
      return "켜면 연결이 없어도 읽을 수 있어요.";
    case "loading":
      if (!isOnline) return `연결되면 이어서 받아요 (${percentOf(progress)}%)`;
      return size === 0 ? "받을 준비를 하고 있어요." : `받는 중 · ${far}`;
    case "paused":
      return `일시정지됨 · ${far}`;
    case "full":
      return `기기의 저장 공간이 모자라 멈췄어요 (${percentOf(progress)}%). 공간을 비운 뒤 다시 시도해주세요.`;
    case "kept":
      return `기기에 저장되어 연결이 없어도 볼 수 있어요 · ${formatBytes(received)}`;
  }
};

const goOn = { paused: "계속 받기", full: "다시 시도" } as const;

/** Keeps the files of a bought content on this device, with the progress of it. */
export const KeepSwitch = ({ user, content }: { user: CurrentUser; content: Content }) => {
  const id = useId();
  const toast = useToast();
  const isOnline = useOnline();
  const queryClient = useQueryClient();
  const openFirst = useOpeningGate();
  const { vault, files, hasFailed } = useVaultFiles(user.id);
  const keepable = keepableOf(content);
  if (!canKeep || hasFailed || keepable.length === 0 || !content.hasPurchased) return null;
  const own = files?.filter(({ contentId }) => contentId === content.id) ?? [];
  const progress = progressOf(own);
  const { phase } = progress;
  const run = (act: Promise<unknown> | undefined): void => {
    act?.catch((error: unknown) =>
      toast({
        title: "이 기기에 보관하지 못했습니다",
        description: messageOf(error),
        variant: "destructive",
      }),
    );
  };
  const keep = async () => {
    // Asked at the first; the browser may say no, and then may free the room when it lacks it.
    void navigator.storage.persist().catch(() => false);
    for (const file of keepable) await vault?.add(file);
    markOpened(queryClient, content.id);
    if (keepable.some(({ kind }) => kind === "pdf")) await keepReader();
  };
  const setStates = async (state: "loading" | "paused") => {
    for (const file of own) await vault?.setState(file.id, state);
  };
  const handleChange = (isOn: boolean) => {
    if (!isOn) run(vault?.remove(own.map((file) => file.id)));
    else openFirst(content.purchase, () => run(keep()));
  };
  return (
    <Box
      sx={{
        mt: { xs: -1.5, md: -2 },
        px: 2,
        py: 1,
        border: "1px solid",
        borderColor: "divider",
        borderRadius: "12px",
      }}
    >
      <FormControlLabel
        label="이 기기에 보관"
        labelPlacement="start"
        sx={{ m: 0, width: "100%", justifyContent: "space-between" }}
        control={
          <Switch
            checked={phase !== "none"}
            disabled={!vault}
            onChange={(_, isOn) => handleChange(isOn)}
            slotProps={{ input: { "aria-describedby": id } }}
          />
        }
      />
      <Typography id={id} variant="body2" color="textSecondary" sx={{ fontVariantNumeric: "tabular-nums" }}>
        {sentenceOf(progress, isOnline)}
      </Typography>
      {phase === "none" || phase === "kept" ? null : (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, mt: 0.5 }}>
          <LinearProgress
            variant="determinate"
            value={percentOf(progress)}
            aria-label="받은 정도"
            sx={{ flex: 1 }}
          />
          {phase === "loading" ? (
            <Button size="small" onClick={() => run(setStates("paused"))}>
              일시정지
            </Button>
          ) : (
            <Button size="small" onClick={() => run(setStates("loading"))}>
              {goOn[phase]}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
};
