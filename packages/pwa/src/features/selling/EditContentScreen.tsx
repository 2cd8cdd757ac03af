import LinkOffRounded from "@mui/icons-material/LinkOffRounded";
import LockOutlined from "@mui/icons-material/LockOutlined";
import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import type { Content, CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { staleSince } from "@knowhow/ui/client/responseCache.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { formatRelative } from "@knowhow/ui/components/format.ts";
import { PageTitle, useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import type { Draft } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { useDrafts } from "../drafts/useDrafts.ts";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { newActId } from "@knowhow/ui/device/jobs/actId.ts";
import { ContentForm } from "./ContentForm.tsx";
import { AgeNotice } from "./DraftNotices.tsx";
import { stateOf } from "@knowhow/ui/device/drafts/sellingForm.ts";

const home = (
  <Button variant="contained" component={Link} to="/">
    홈으로
  </Button>
);

const Spinner = () => (
  <Box role="status" aria-label="콘텐츠를 불러오는 중" sx={{ display: "grid", placeItems: "center", py: 12 }}>
    <CircularProgress aria-hidden />
  </Box>
);

const NotFound = () => (
  <EmptyState
    icon={SearchOffRounded}
    component="h1"
    title="콘텐츠를 찾을 수 없습니다"
    description="삭제되었거나 없는 콘텐츠입니다."
    action={home}
  />
);

const NotOwner = ({ id }: { id: string }) => (
  <EmptyState
    icon={LockOutlined}
    component="h1"
    title="수정할 권한이 없습니다"
    description="콘텐츠를 올린 멘토만 수정할 수 있습니다."
    action={
      <>
        <Button variant="outlined" component={Link} to={`/content/${id}`}>
          콘텐츠 보기
        </Button>
        {home}
      </>
    }
  />
);

interface EditProps {
  content: Content;
  user: CurrentUser;
  drafts: Drafts;
  onGone: () => void;
}

/** The draft that the address names, else the first one; a copy only if there is no other. */
const draftOf = (rows: readonly Draft[], contentId: string, asked: string | null): Draft | undefined => {
  const own = rows.filter((row) => row.contentId === contentId);
  return own.find(({ id }) => id === asked) ?? own.find(({ isCopy }) => !isCopy) ?? own[0];
};

/** How old the content is that was read from the device; undefined where the server has answered. */
const ageOf = (contentId: string): string | undefined => {
  const keptAt = staleSince(client.contents.get.contract, { params: { id: contentId } });
  return keptAt === undefined ? undefined : formatRelative(new Date(keptAt));
};

const Edit = ({ content, user, drafts, onGone }: EditProps) => {
  // The form begins with the first response: a later one must not change it while the seller types.
  const [initial] = useState(content);
  const [saved] = useState(() => stateOf(content));
  const asked = useSearchParams()[0].get("draft");
  const [draft] = useState(() => draftOf(drafts.read(), content.id, asked));
  const [draftId] = useState(() => draft?.id ?? newActId());
  const [age] = useState(() => ageOf(content.id));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const params = { id: initial.id };
  const fetchLatest = () => client.contents.get({ params, query: { peek: "1" } });
  return (
    <>
      <PageTitle title="콘텐츠 수정" />
      {age === undefined ? null : (
        // Room for the helper's button, which stands beside a title alone.
        <Box sx={{ mb: { md: 7 } }}>
          <AgeNotice age={age} />
        </Box>
      )}
      <ContentForm
        user={user}
        drafts={drafts}
        contentId={initial.id}
        draftId={draftId}
        draft={draft}
        subject={initial.id}
        onDraftId={() => undefined}
        saved={saved}
        version={initial.updatedAt}
        isBehind={draft !== undefined && draft.contentVersion !== initial.updatedAt}
        act="수정"
        pendingLabel="저장하는 중"
        startOverLabel="저장된 내용으로"
        onCancel={() => void navigate("/")}
        fetchLatest={fetchLatest}
        isSold={initial.purchasesCount > 0}
        countBuyers={async () => {
          try {
            return (await fetchLatest()).purchasesCount;
          } catch {
            // Without an answer the first response is used; saving will report any conflict.
            return initial.purchasesCount;
          }
        }}
        onGone={onGone}
        onFailed={(error) =>
          toast({
            title: "오류",
            description: hasCode(error, "BANK_ACCOUNT_REQUIRED")
              ? messageOf(error)
              : "콘텐츠 수정에 실패했습니다.",
            variant: "destructive",
          })
        }
        onQueued={(isConnected) => {
          toast({
            title: isConnected ? "다 올라가면 수정할게요" : "연결되면 수정할게요",
            description: "작성 중인 콘텐츠에서 볼 수 있어요.",
          });
          void navigate("/drafts");
        }}
        onDone={() => {
          toast({ title: "콘텐츠가 성공적으로 수정되었습니다." });
          void refreshContents(queryClient);
          void navigate("/");
        }}
      />
    </>
  );
};

const title = "이 콘텐츠는 아직 이 기기에 없어요";
const notKept = {
  title,
  description: "연결되면 저절로 열려요. 새 콘텐츠는 지금도 쓸 수 있어요.",
  action: (
    <Button variant="contained" component={Link} to="/drafts">
      작성 중인 글
    </Button>
  ),
};
/** The words where a draft exists: the list of drafts only leads back here. */
const notKeptButDraft = {
  title,
  description: "쓰던 글은 이 기기에 그대로 보관돼 있어요. 연결되면 저절로 열려서 이어 쓸 수 있어요.",
};

const EditById = ({ id, user }: { id: string; user: CurrentUser }) => {
  const { drafts, isRead } = useDrafts(user.id);
  const { data, error, isFetchedAfterMount, refetch } = useEndpoint(
    client.contents.get,
    { params: { id }, query: { peek: "1" } },
    { staleTime: 0, refetchOnMount: "always" },
  );
  const [isGone, setIsGone] = useState(false);
  // Only the newest version is edited: one that was read earlier would end in a conflict.
  if (!isFetchedAfterMount || !isRead) return <Spinner />;
  if (isGone || hasCode(error, "NOT_FOUND")) return <NotFound />;
  if (!data)
    return (
      <ErrorState
        component="h1"
        error={error}
        onRetry={() => void refetch()}
        unconnected={draftOf(drafts.read(), id, null) ? notKeptButDraft : notKept}
      />
    );
  // Its owner still sees a deleted content, but nothing can be changed in it.
  if (data.isOwner && !data.isListed && data.state === "listed") return <NotFound />;
  return data.isOwner ? (
    <Edit content={data} user={user} drafts={drafts} onGone={() => setIsGone(true)} />
  ) : (
    <NotOwner id={id} />
  );
};

/** /edit-content/:id: edits a content of the user. */
export const EditContentScreen = () => {
  useDocumentTitle("콘텐츠 수정");
  const { id } = useParams();
  if (!id)
    return (
      <EmptyState
        icon={LinkOffRounded}
        component="h1"
        title="잘못된 경로입니다"
        description="수정할 콘텐츠의 주소를 다시 확인해주세요."
        action={home}
      />
    );
  return (
    <MemberOnly skeleton={<Spinner />}>
      {(user) => <EditById key={`${id}:${user.id}`} id={id} user={user} />}
    </MemberOnly>
  );
};
