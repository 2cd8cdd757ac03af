import type { Content } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { SuggestionLauncher } from "../assistant/SuggestionLauncher.tsx";
import { ActionBar } from "../components/ActionBar.tsx";
import { ConfirmDialog } from "../components/ConfirmDialog.tsx";
import { Reveal } from "../components/Reveal.tsx";
import { SubmitButton } from "../forms/SubmitButton.tsx";
import { AccountNotice } from "./AccountNotice.tsx";
import { BasicsSection } from "./BasicsSection.tsx";
import { BuyerView } from "./BuyerView.tsx";
import { ConflictNotice } from "./ConflictNotice.tsx";
import { FilesSection } from "./FilesSection.tsx";
import { formColumns } from "./FormSkeleton.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { PreviewsSection } from "./PreviewsSection.tsx";
import { ReadyList } from "./ReadyList.tsx";
import { RemovalDialog } from "./RemovalDialog.tsx";
import { hasAccount, PriceSection } from "./PriceSection.tsx";
import { useContentForm, type ContentFormInput, type ContentFormModel } from "./useContentForm.ts";

interface ContentFormProps extends ContentFormInput {
  submitLabel: string;
  pendingLabel: string;
  /** What 되돌리기 leads back to. */
  startOverLabel: string;
  onCancel?: () => void;
  /** The newest version, for an edit that came too late. */
  fetchLatest?: () => Promise<Content>;
}

const RestoredNotice = ({ model, label }: { model: ContentFormModel; label: string }) => {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      {model.isRestored ? (
        <Alert
          severity="info"
          role="status"
          action={
            <>
              <Button color="inherit" size="small" onClick={() => setIsAsking(true)}>
                {label}
              </Button>
              <Button color="inherit" size="small" onClick={model.dismissRestored}>
                닫기
              </Button>
            </>
          }
          sx={{
            flexWrap: "wrap",
            "& .MuiAlert-message": { flex: "1 1 200px" },
            "& .MuiAlert-action": { ml: "auto", pt: 0 },
          }}
        >
          작성하던 내용을 불러왔습니다.
        </Alert>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title="불러온 내용을 지울까요?"
        description="작성하던 내용과 올린 파일이 사라지고, 되돌릴 수 없어요."
        confirmLabel={label}
        cancelLabel="계속 작성"
        isDestructive
        onConfirm={() => {
          setIsAsking(false);
          model.startOver();
        }}
        onCancel={() => setIsAsking(false)}
        // The button that was pressed is gone with its notice.
        onClosed={() => {
          if (!model.isRestored) model.form.setFocus("title");
        }}
      />
    </>
  );
};

/** The form that sells: the same for a new content and for one that is changed. */
export const ContentForm = (props: ContentFormProps) => {
  const { user, submitLabel, pendingLabel, startOverLabel, onCancel, fetchLatest } = props;
  const model = useContentForm(props);
  const { form, files, previews, trouble } = model;
  const buttons = (
    <>
      {onCancel ? (
        <Button size="large" color="inherit" variant="outlined" onClick={onCancel} sx={{ flex: "none" }}>
          취소
        </Button>
      ) : null}
      <SubmitButton fullWidth isPending={form.formState.isSubmitting} pendingLabel={pendingLabel}>
        {submitLabel}
      </SubmitButton>
    </>
  );
  const troubles = (
    <>
      {trouble.needsAccount ? (
        <Reveal>
          <AccountNotice isRequired />
        </Reveal>
      ) : null}
      {trouble.rest ? (
        <Reveal>
          <Alert severity="error">{trouble.rest}</Alert>
        </Reveal>
      ) : null}
      {model.conflicts > 0 && fetchLatest ? (
        <Reveal key={model.conflicts}>
          <ConflictNotice
            readTyped={model.readState}
            fetchLatest={fetchLatest}
            onSeen={model.acceptVersion}
            onTakeLatest={(latest) => {
              // The button that was pressed goes with its notice.
              form.setFocus("title");
              model.takeLatest(latest);
            }}
          />
        </Reveal>
      ) : null}
    </>
  );
  return (
    <>
      <Box component="form" noValidate onSubmit={(event) => void model.handleSend(event)} sx={formColumns}>
        <Box sx={{ display: "grid", gap: 2, minWidth: 0 }}>
          <RestoredNotice model={model} label={startOverLabel} />
          {hasAccount(user) || trouble.needsAccount ? null : <AccountNotice />}
          {troubles}
          <BasicsSection form={form} user={user} />
          <PriceSection form={form} user={user} />
          <FilesSection form={form} uploads={files} problem={model.filesProblem} />
          <PreviewsSection
            uploads={previews}
            problem={model.previewsProblem}
            isSecond={model.filesProblem !== undefined}
          />
        </Box>
        <Box sx={{ display: "grid", gap: 2, position: { md: "sticky" }, top: { md: 88 } }}>
          <Box sx={{ display: { xs: "none", md: "block" } }}>
            <BuyerView form={form} nickname={user.nickname} cover={previews.items[0]?.address} />
          </Box>
          <Box sx={{ display: { xs: "none", md: "block" } }}>
            <ReadyList form={form} hasFile={files.items.some(({ status }) => status === "done")} />
          </Box>
          <Box sx={{ display: { xs: "none", md: "flex" }, gap: 1 }}>{buttons}</Box>
        </Box>
        <ActionBar>
          <Box sx={{ display: "flex", gap: 1, width: "100%" }}>{buttons}</Box>
        </ActionBar>
        <LeaveDialog blocker={model.blocker} />
        <RemovalDialog removal={model.removal} onKeep={model.keepSold} onReplace={model.replaceSold} />
      </Box>
      <SuggestionLauncher
        form={form}
        userId={user.id}
        subject={props.subject}
        files={files.items.flatMap(({ file }) => file ?? [])}
      />
    </>
  );
};
