import FindInPageOutlined from "@mui/icons-material/FindInPageOutlined";
import type { CurrentUser } from "@knowhow/shared";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { removeTabItems, setTabItem, getTabItem } from "@knowhow/ui/client/tabItems.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { DraftsLink } from "../drafts/DraftsLink.tsx";
import { useDrafts } from "../drafts/useDrafts.ts";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { newActId } from "@knowhow/ui/device/jobs/actId.ts";
import { ContentForm } from "./ContentForm.tsx";
import { OtherDraftsNotice } from "./DraftNotices.tsx";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { emptyState } from "@knowhow/ui/device/drafts/sellingForm.ts";

/** The form of this tab: a reload brings the same one back. */
const tabName = (user: CurrentUser) => `form:${user.id}`;

interface NewContentProps {
  user: CurrentUser;
  drafts: Drafts;
  draftId: string;
  /** The helper's key for its kept description. */
  subject: string;
  onDraftId: (id: string | undefined) => void;
}

const NewContent = ({ user, drafts, draftId, subject, onDraftId }: NewContentProps) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  // The form begins with the draft of this moment: typing puts it ahead of the stored draft.
  const [begun] = useState(() => ({ id: draftId, draft: drafts.read().find(({ id }) => id === draftId) }));
  return (
    <>
      <PageTitle title="콘텐츠 올리기" description="경험에서 나온 노하우를 나눠보세요." />
      <DraftsLink drafts={drafts} except={draftId} />
      <ContentForm
        user={user}
        drafts={drafts}
        contentId={null}
        subject={subject}
        draftId={begun.id}
        draft={begun.draft}
        onDraftId={onDraftId}
        saved={emptyState}
        version={null}
        act="등록"
        pendingLabel="등록하는 중"
        startOverLabel="새로 작성"
        notice={<OtherDraftsNotice drafts={drafts} except={draftId} />}
        onFailed={() =>
          // The form says why.
          toast({
            title: "콘텐츠 등록 실패",
            description: "쓴 내용은 그대로 있어요.",
            variant: "destructive",
          })
        }
        onQueued={(isConnected) => {
          toast({
            title: isConnected ? "다 올라가면 등록할게요" : "연결되면 등록할게요",
            description: "작성 중인 콘텐츠에서 볼 수 있어요.",
          });
          void navigate("/drafts");
        }}
        onDone={() => {
          toast({ title: "콘텐츠가 등록되었습니다", description: "마켓에서 바로 확인할 수 있어요." });
          void refreshContents(queryClient);
          void navigate("/market");
        }}
      />
    </>
  );
};

const NoDraft = () => (
  <EmptyState
    component="h1"
    icon={FindInPageOutlined}
    title="작성 중인 글을 찾을 수 없습니다"
    description="이미 등록했거나 삭제한 글이에요."
    action={
      <>
        <Button component={Link} to="/drafts" variant="outlined">
          작성 중인 콘텐츠
        </Button>
        <Button component={Link} to="/upload" variant="contained">
          새로 작성
        </Button>
      </>
    }
  />
);

/** The draft that the address names. */
const NamedDraft = ({ user, id }: { user: CurrentUser; id: string }) => {
  const { drafts, isRead } = useDrafts(user.id);
  const navigate = useNavigate();
  const isThere = useSyncExternalStore(drafts.subscribe, () => drafts.read().some((row) => row.id === id));
  const [isOpen, setIsOpen] = useState(false);
  // Once opened the form stays: its draft leaves the list when it is sent.
  if (isThere && !isOpen) setIsOpen(true);
  if (!isRead) return <FormSkeleton />;
  if (!isThere && !isOpen) return <NoDraft />;
  return (
    <NewContent
      user={user}
      drafts={drafts}
      draftId={id}
      subject={id}
      onDraftId={(next) => {
        if (next === undefined) return;
        setTabItem(tabName(user), next);
        void navigate("/upload", { replace: true });
      }}
    />
  );
};

/** The form of this tab, or a new one. */
const TabForm = ({ user, drafts }: Pick<NewContentProps, "user" | "drafts">) => {
  const [id, setId] = useState(() => {
    const kept = getTabItem(tabName(user));
    // A draft that is gone does not come back: the form gets a new id.
    return drafts.read().find((row) => row.id === kept)?.id ?? newActId();
  });
  useEffect(() => setTabItem(tabName(user), id), [user, id]);
  return (
    <NewContent
      user={user}
      drafts={drafts}
      draftId={id}
      subject="new"
      onDraftId={(next) => {
        if (next === undefined) removeTabItems(tabName(user));
        else setId(next);
      }}
    />
  );
};

const TabDraft = ({ user }: { user: CurrentUser }) => {
  const { drafts, isRead } = useDrafts(user.id);
  return isRead ? <TabForm user={user} drafts={drafts} /> : <FormSkeleton />;
};

const Upload = ({ user }: { user: CurrentUser }) => {
  const asked = useSearchParams()[0].get("draft");
  return asked === null ? <TabDraft user={user} /> : <NamedDraft key={asked} user={user} id={asked} />;
};

/** /upload: a new content. */
export const UploadScreen = () => (
  <MemberOnly skeleton={<FormSkeleton />}>{(user) => <Upload key={user.id} user={user} />}</MemberOnly>
);
