import type { Content } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import GlobalStyles from "@mui/material/GlobalStyles";
import { useEffect, useState, type ReactNode, type SyntheticEvent } from "react";
import { SuggestionLauncher } from "../assistant/SuggestionLauncher.tsx";
import { ActionBar } from "@knowhow/ui/components/ActionBar.tsx";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { useSuspension } from "@knowhow/ui/features/accounts/useSuspension.ts";
import { Reveal } from "@knowhow/ui/components/Reveal.tsx";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { useCancelPublishing } from "../drafts/useCancelPublishing.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { columnTop } from "@knowhow/ui/theme/tokens.ts";
import { AccountNotice } from "./AccountNotice.tsx";
import { BasicsSection, DescriptionSection } from "./BasicsSection.tsx";
import { BuyerView } from "./BuyerView.tsx";
import { ConflictNotice } from "./ConflictNotice.tsx";
import {
  CopyNotice,
  ElsewhereNotice,
  HeldBackNotice,
  PublishingNotice,
  RestoredNotice,
  SuspensionNotice,
} from "./DraftNotices.tsx";
import { FilesSection } from "./FilesSection.tsx";
import { formColumns } from "./FormSkeleton.tsx";
import { KeptLine } from "./KeptLine.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { LinkNotice } from "./LinkNotice.tsx";
import { PreviewsSection } from "./PreviewsSection.tsx";
import { ReadyList } from "./ReadyList.tsx";
import { RemovalDialog } from "./RemovalDialog.tsx";
import { isUnderWay } from "@knowhow/ui/device/drafts/uploadItem.ts";
import { hasAccount, PriceSection } from "./PriceSection.tsx";
import { useKeyboard } from "./useKeyboard.ts";
import { useContentForm, type ContentFormInput, type ContentFormModel } from "./useContentForm.ts";

/** On a desk the form ends at the right edge, with its act: toasts stay at the left one. */
const toasts = (
  <GlobalStyles styles={{ "@media (min-width:900px)": { ":root": { "--kh-toasts": "24px" } } }} />
);

interface ContentFormProps extends ContentFormInput {
  /** The form's action: 등록 or 수정. */
  act: string;
  pendingLabel: string;
  /** The label of the button that starts over. */
  startOverLabel: string;
  /** Shown above the form while it begins empty. */
  notice?: ReactNode;
  onCancel?: () => void;
  /** Fetches the newest version, for an edit conflict. */
  fetchLatest?: () => Promise<Content>;
}

type Question = "restored" | "kept";

const questions = {
  restored: {
    title: "불러온 내용을 지울까요?",
    description: "작성하던 내용과 올린 파일이 사라지고, 되돌릴 수 없어요.",
  },
  kept: {
    title: "작성 중인 내용을 삭제할까요?",
    description: "입력한 내용과 올린 파일이 사라지고, 되돌릴 수 없어요.",
  },
} as const satisfies Record<Question, object>;

/** Asks before the kept draft is deleted. */
const useStartOver = (model: ContentFormModel, label: string) => {
  const [question, setQuestion] = useState<Question>("kept");
  const [asking, setAsking] = useState<"closed" | "open" | "agreed">("closed");
  const dialog = (
    <ConfirmDialog
      isOpen={asking === "open"}
      {...questions[question]}
      confirmLabel={question === "restored" ? label : "삭제"}
      cancelLabel="계속 작성"
      isDestructive
      onConfirm={() => {
        setAsking("agreed");
        model.startOver();
      }}
      onCancel={() => setAsking("closed")}
      // The pressed button is gone with its notice.
      onClosed={() => {
        if (asking === "agreed") model.form.setFocus("title");
      }}
    />
  );
  const ask = (next: Question) => () => {
    setQuestion(next);
    setAsking("open");
  };
  return { dialog, ask };
};

/** The seller's form: the same for a new content and for an edit. */
export const ContentForm = (props: ContentFormProps) => {
  const { user, act, pendingLabel, startOverLabel, notice, onCancel, fetchLatest, drafts } = props;
  const model = useContentForm(props);
  const { form, files, previews, trouble, status, publishing } = model;
  const startOver = useStartOver(model, startOverLabel);
  // The pressed button goes with its notice.
  const focusForm = () => form.setFocus("title");
  /** Nothing is lost by it, so nothing is asked. */
  const beginAnother = () => {
    model.startOver(true);
    setBegun((before) => before + 1);
  };
  const [begun, setBegun] = useState(0);
  // The emptied form knows its fields only once they are drawn.
  useEffect(() => {
    if (begun > 0) form.setFocus("title");
  }, [begun, form]);
  const cancelling = useCancelPublishing(drafts, {
    onCancelled: focusForm,
    onClosed: () => {
      if (document.activeElement === document.body) focusForm();
    },
  });
  const isOnline = useOnline();
  useKeyboard();
  const suspendedUntil = useSuspension(user);
  const isSuspended = suspendedUntil !== undefined;
  const later = isSuspended ? undefined : { label: `다 올라가면 ${act}`, onPress: model.handleSendLater };
  const handleSubmit = (event: SyntheticEvent) => {
    if (isSuspended) event.preventDefault();
    else model.handleSend(event);
  };
  const buttons = (
    <>
      {onCancel ? (
        <Button size="large" color="inherit" variant="outlined" onClick={onCancel} sx={{ flex: "none" }}>
          취소
        </Button>
      ) : null}
      <SubmitButton
        fullWidth
        disabled={isSuspended}
        isPending={form.formState.isSubmitting}
        pendingLabel={pendingLabel}
      >
        {isOnline ? `${act}하기` : `연결되면 ${act}하기`}
      </SubmitButton>
    </>
  );
  const kept = <KeptLine status={status} onDelete={startOver.ask("kept")} />;
  const notices = (
    <>
      {isSuspended ? (
        <SuspensionNotice until={suspendedUntil} act={act} isKept={status.keptAt !== undefined} />
      ) : null}
      {model.isRestored ? (
        <RestoredNotice
          label={startOverLabel}
          onStartOver={props.contentId === null ? beginAnother : startOver.ask("restored")}
          onClose={model.dismissRestored}
        />
      ) : status.keptAt === undefined ? (
        notice
      ) : null}
      {model.isCopy ? <CopyNotice /> : null}
      {model.isChangedElsewhere ? <ElsewhereNotice /> : null}
      {publishing?.isConflict && fetchLatest ? null : publishing ? (
        <PublishingNotice publishing={publishing} act={act} onCancel={() => cancelling.ask(model.draftId)} />
      ) : status.isHeldBack ? (
        <HeldBackNotice act={act} sent={model.isSent ? "unanswered" : model.isStored ? "stored" : "not"} />
      ) : null}
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
          <Alert severity="error">
            {trouble.rest}
            {trouble.canWait && !isSuspended ? (
              <Box sx={{ mt: 1 }}>
                <Button size="small" variant="outlined" color="inherit" onClick={model.handleSendLater}>
                  연결되면 {act}
                </Button>
              </Box>
            ) : null}
          </Alert>
        </Reveal>
      ) : null}
      {model.conflicts > 0 && fetchLatest ? (
        <Reveal key={model.conflicts}>
          <ConflictNotice
            readTyped={model.readState}
            fetchLatest={fetchLatest}
            onSeen={model.acceptVersion}
            onTakePart={model.takePart}
            onTakeLatest={(latest) => {
              // The pressed button goes with its notice.
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
      {toasts}
      {/* On a desk beside the title. */}
      <Box sx={{ my: { xs: 2, md: 0 }, mt: { md: -6 }, textAlign: { md: "end" } }}>
        <SuggestionLauncher
          form={form}
          userId={user.id}
          subject={props.subject}
          files={files.items.flatMap(({ file }) => file ?? [])}
        />
      </Box>
      <Box component="form" noValidate onSubmit={handleSubmit} sx={formColumns}>
        <Box sx={{ display: "grid", gap: 2, minWidth: 0 }}>
          {notices}
          {hasAccount(user) || trouble.needsAccount ? null : <AccountNotice />}
          {troubles}
          <BasicsSection form={form} user={user} />
          <PriceSection form={form} user={user} />
          <DescriptionSection form={form} />
          <FilesSection
            form={form}
            uploads={files}
            problem={model.filesProblem}
            later={later}
            hasVersionNote={model.hasVersionNote}
            sold={model.sold}
          />
          <PreviewsSection
            uploads={previews}
            problem={model.previewsProblem}
            notice={<LinkNotice form={form} hasPreviews={previews.items.length > 0} />}
            isSecond={model.filesProblem !== undefined}
            later={later}
          />
          {status.keptAt === undefined ? null : (
            <Button
              color="inherit"
              onClick={startOver.ask("kept")}
              sx={{ display: { md: "none" }, justifySelf: "center" }}
            >
              작성 중인 내용 삭제
            </Button>
          )}
        </Box>
        <Box sx={{ display: "grid", gap: 2, position: { md: "sticky" }, top: { md: columnTop } }}>
          <Box sx={{ display: { xs: "none", md: "block" } }}>
            <BuyerView form={form} nickname={user.nickname} cover={previews.items[0]?.address} />
          </Box>
          <Box sx={{ display: { xs: "none", md: "block" } }}>
            <ReadyList
              form={form}
              hasFile={files.items.some((item) => item.status === "done" || isUnderWay(item))}
            />
          </Box>
          <Box sx={{ display: { xs: "none", md: "grid" }, gap: 1 }}>
            <Box sx={{ display: "flex", gap: 1 }}>{buttons}</Box>
            {kept}
          </Box>
        </Box>
        <ActionBar isOnly>
          <KeptLine status={status} isBeside />
          <Box sx={{ display: "flex", gap: 1, flex: "1 1 9rem" }}>{buttons}</Box>
        </ActionBar>
        <LeaveDialog blocker={model.blocker} />
        <RemovalDialog removal={model.removal} onKeep={model.keepSold} onReplace={model.replaceSold} />
        {startOver.dialog}
        {cancelling.dialog}
      </Box>
    </>
  );
};
