import type { BoughtContent } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import LinearProgress from "@mui/material/LinearProgress";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useEffect, useId } from "react";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { useDialogEntry } from "@knowhow/ui/components/useDialogEntry.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { loadableOf } from "../../offline/vault/plan.ts";
import type { Vault } from "../../offline/vault/vaultFiles.ts";
import type { VaultFile, VaultPlan } from "../../offline/vault/vaultRows.ts";
import { Section } from "../../components/Section.tsx";
import { askToPersist, keepReader } from "./keepReader.ts";
import { KeptFilesDialog } from "./KeptFilesDialog.tsx";
import { planActs, planWordsOf, type PlanAct } from "./planWords.ts";
import { useSpace } from "./useSpace.ts";
import { useVaultActs } from "./useVaultActs.ts";

interface VaultPanelProps {
  vault: Vault | undefined;
  files: readonly VaultFile[];
  plan: VaultPlan;
  /** Bought contents, as far as they have been read. */
  contents: readonly BoughtContent[];
}

const noteOf = (plan: VaultPlan, contents: readonly BoughtContent[]): string => {
  if (!plan.isOn) return "";
  const unopened = contents.filter(({ purchase }) => purchase?.refundState === "available").length;
  const removed = contents.filter(({ id }) => plan.except.includes(id)).length;
  return [
    unopened > 0
      ? `아직 열지 않아 환불할 수 있는 ${unopened}개는 받지 않았어요. 처음 열면 함께 보관해요.`
      : "",
    removed > 0 ? `비운 콘텐츠 ${removed}개는 다시 받지 않아요.` : "",
  ]
    .filter((note) => note !== "")
    .join(" ");
};

/** Turns the plan off and removes what it had begun; files that are there stay. */
const endPlan = async (vault: Vault, files: readonly VaultFile[]): Promise<void> => {
  await vault.setPlan({ isOn: false });
  const begun = files.filter(({ isAuto, state }) => isAuto === true && state !== "kept");
  await vault.remove(begun.map(({ id }) => id));
};

/** Keeps all that was bought on this device, with the room that it takes. */
export const VaultPanel = ({ vault, files, plan, contents }: VaultPanelProps) => {
  const id = useId();
  const isOnline = useOnline();
  const run = useVaultActs();
  const dialog = useDialogEntry("kept-files");
  const received = files.reduce((sum, file) => sum + file.received, 0);
  const space = useSpace(files.filter(({ state }) => state === "kept").length);
  const { text, act } = planWordsOf(plan, files, isOnline);
  const note = noteOf(plan, contents);
  const size = `보관한 파일 ${formatBytes(received)}`;
  useEffect(() => {
    // What was bought, or opened for the first time, since the last round.
    if (plan.isOn) vault?.addPlanned(contents).catch((error: unknown) => console.warn(error));
  }, [vault, plan.isOn, contents]);
  const handleChange = (isOn: boolean) => {
    if (!vault) return;
    if (!isOn) {
      run(endPlan(vault, files));
      return;
    }
    void askToPersist();
    run(vault.setPlan({ isOn: true, isPaused: false, except: [] }).then(keepReader));
  };
  const retry = async () => {
    for (const file of files) if (file.state === "full") await vault?.setState(file.id, "loading");
  };
  const acts: Record<PlanAct, () => Promise<unknown> | undefined> = {
    allow: () => vault?.setPlan({ isAnyConnection: true }),
    pause: () => vault?.setPlan({ isPaused: true }),
    resume: () => vault?.setPlan({ isPaused: false }),
    retry,
  };
  const free = async (contentIds: string[], isAll: boolean) => {
    // Else the plan would bring back at once what was not there when it was emptied.
    if (isAll) await vault?.setPlan({ isOn: false });
    await vault?.removeContents(contentIds);
  };
  return (
    <Section anchor="vault" title="이 기기에 보관" summary={plan.isOn ? text : size}>
      <Box>
        <FormControlLabel
          label="모두 보관 (와이파이)"
          labelPlacement="start"
          sx={{ m: 0, width: "100%", justifyContent: "space-between" }}
          control={
            <Switch
              checked={plan.isOn}
              disabled={!vault}
              onChange={(_, isOn) => handleChange(isOn)}
              slotProps={{ input: { "aria-describedby": id } }}
            />
          }
        />
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
          <Typography
            id={id}
            variant="body2"
            color="textSecondary"
            sx={{ flex: 1, fontVariantNumeric: "tabular-nums" }}
          >
            {text}
          </Typography>
          {act ? (
            <Button size="small" sx={{ flex: "none" }} onClick={() => run(acts[act]())}>
              {planActs[act]}
            </Button>
          ) : null}
        </Box>
        {note === "" ? null : (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            {note}
          </Typography>
        )}
      </Box>
      <Box>
        <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1 }}>
          <Typography sx={{ fontVariantNumeric: "tabular-nums" }}>{size}</Typography>
          <Button onClick={dialog.open} disabled={!vault}>
            관리
          </Button>
        </Box>
        {space ? (
          <>
            <LinearProgress
              variant="determinate"
              value={Math.min(100, (space.usage / Math.max(1, space.quota)) * 100)}
              aria-label="기기에서 쓰는 공간"
              sx={{ borderRadius: 999 }}
            />
            <Typography
              variant="body2"
              color="textSecondary"
              sx={{ mt: 0.5, fontVariantNumeric: "tabular-nums" }}
            >
              노하우가 이 기기에서 쓸 수 있는 {formatBytes(space.quota)} 중 {formatBytes(space.usage)}를 써요.
            </Typography>
          </>
        ) : null}
      </Box>
      <KeptFilesDialog
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        files={files}
        next={loadableOf(files, plan)[0]}
        contents={contents}
        onFree={(contentIds, isAll) => run(free(contentIds, isAll))}
      />
    </Section>
  );
};
