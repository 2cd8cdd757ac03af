import type { Content, CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import LinearProgress from "@mui/material/LinearProgress";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { markOpened } from "@knowhow/ui/features/orders/purchases.ts";
import { keepableOf } from "../../offline/vault/keepable.ts";
import { isPlanHeld, loadableOf } from "../../offline/vault/plan.ts";
import { useOpeningGate } from "../orders/OpeningGate.tsx";
import { askToPersist, keepReader } from "./keepReader.ts";
import { percentOf, progressOf, type KeepProgress } from "./keepPhase.ts";
import { useVaultActs } from "./useVaultActs.ts";
import { canKeep, useVaultFiles } from "./useVaultFiles.ts";

/** Why a file that is on its way waits. */
type Wait = "network" | "connection" | "plan";

const waits: Record<Wait, string> = {
  network: "연결되면 이어서 받아요",
  connection: "와이파이에 연결되면 받아요",
  plan: "‘모두 보관’을 일시정지해서 기다려요",
};

const sentenceOf = (progress: KeepProgress, wait: Wait | undefined): string => {
  const { phase, received, size, isWaiting } = progress;
  const far = `${percentOf(progress)}% · ${formatBytes(received)} / ${formatBytes(size)}`;
  switch (phase) {
    case "none":
      return "켜면 연결이 없어도 읽을 수 있어요.";
    case "loading":
      if (wait) return isWaiting ? waits[wait] : `${waits[wait]} (${percentOf(progress)}%)`;
      if (isWaiting) return "다른 파일을 받고 있어서 차례를 기다리는 중이에요.";
      if (size === 0) return "받을 준비를 하고 있어요.";
      return received === size ? `받은 파일을 확인하는 중 · ${far}` : `받는 중 · ${far}`;
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
  const isOnline = useOnline();
  const queryClient = useQueryClient();
  const openFirst = useOpeningGate();
  const { vault, files, plan, hasFailed } = useVaultFiles(user.id);
  const run = useVaultActs();
  const keepable = keepableOf(content);
  if (!canKeep || hasFailed || keepable.length === 0 || !content.hasPurchased) return null;
  const own = files?.filter(({ contentId }) => contentId === content.id) ?? [];
  const progress = progressOf(own, loadableOf(files ?? [], plan)[0]);
  const { phase } = progress;
  const waiting = own.filter(({ state }) => state === "loading");
  const isPlanned = waiting.length > 0 && waiting.every(({ isAuto }) => isAuto === true);
  const isHeld = isPlanned && isPlanHeld(files ?? [], plan);
  const wait = isOnline ? (isHeld ? (plan.isPaused ? "plan" : "connection") : undefined) : "network";
  const keep = async () => {
    // Asked at the first; without it the browser may free the room when it lacks it.
    void askToPersist();
    for (const file of keepable) await vault?.add(file);
    markOpened(queryClient, content.id);
    if (keepable.some(({ kind }) => kind === "pdf")) await keepReader();
  };
  const setStates = async (state: "loading" | "paused") => {
    for (const file of own) await vault?.setState(file.id, state, true);
  };
  const handleChange = (isOn: boolean) => {
    if (!isOn) run(vault?.removeContents([content.id]));
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
        {sentenceOf(progress, wait)}
      </Typography>
      {phase === "none" || phase === "kept" ? null : (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, mt: 0.5 }}>
          <LinearProgress
            variant="determinate"
            value={percentOf(progress)}
            aria-label="받은 정도"
            sx={{ flex: 1 }}
          />
          {isHeld ? (
            <Button size="small" onClick={() => run(setStates("loading"))}>
              지금 받기
            </Button>
          ) : phase === "loading" ? (
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
