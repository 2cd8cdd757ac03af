import LinkOffRounded from "@mui/icons-material/LinkOffRounded";
import LockOutlined from "@mui/icons-material/LockOutlined";
import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import type { Content, CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
import { client } from "../client/client.ts";
import { hasCode, messageOf } from "../client/failure.ts";
import { useEndpoint, useEndpointMutation } from "../client/queries.ts";
import { EmptyState } from "../components/EmptyState.tsx";
import { ErrorState } from "../components/ErrorState.tsx";
import { PageTitle, useDocumentTitle } from "../components/PageTitle.tsx";
import { useToast } from "../components/ToastProvider.tsx";
import { refreshContents } from "../contents/contentCache.ts";
import { MemberOnly } from "../layout/MemberOnly.tsx";
import { ContentForm } from "./ContentForm.tsx";
import { stateOf } from "./sellingForm.ts";

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
    description="콘텐츠를 올린 판매자만 수정할 수 있습니다."
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
  onGone: () => void;
}

const Edit = ({ content, user, onGone }: EditProps) => {
  // The form begins with what was read first: a later read must not move it under the typing hand.
  const [initial] = useState(content);
  const [saved] = useState(() => stateOf(content));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const version = useRef<string>(undefined);
  const update = useEndpointMutation(client.contents.update, { ifMatch: () => version.current });
  const params = { id: initial.id };
  const fetchLatest = () => client.contents.get({ params, query: { peek: "1" } });
  return (
    <>
      <PageTitle title="콘텐츠 수정" />
      <ContentForm
        user={user}
        subject={initial.id}
        saved={saved}
        version={initial.updatedAt}
        submitLabel="수정하기"
        pendingLabel="저장하는 중"
        startOverLabel="저장된 내용으로"
        onCancel={() => void navigate("/")}
        fetchLatest={fetchLatest}
        countBuyers={async () => {
          try {
            return (await fetchLatest()).purchasesCount;
          } catch {
            // Without an answer, what was read last has to do; the saving itself will tell what is wrong.
            return initial.purchasesCount;
          }
        }}
        onGone={onGone}
        onSend={(body, seen) => {
          version.current = seen ?? undefined;
          return update.mutateAsync({ params, body });
        }}
        onFailed={(error) =>
          toast({
            title: "오류",
            description: hasCode(error, "BANK_ACCOUNT_REQUIRED")
              ? messageOf(error)
              : "콘텐츠 수정에 실패했습니다.",
            variant: "destructive",
          })
        }
        onDone={() => {
          toast({ title: "콘텐츠가 성공적으로 수정되었습니다." });
          void refreshContents(queryClient);
          void navigate("/");
        }}
      />
    </>
  );
};

const EditById = ({ id, user }: { id: string; user: CurrentUser }) => {
  const { data, error, isFetchedAfterMount, refetch } = useEndpoint(
    client.contents.get,
    { params: { id }, query: { peek: "1" } },
    { staleTime: 0, refetchOnMount: "always" },
  );
  const [isGone, setIsGone] = useState(false);
  // Only the newest version is edited: one that was read earlier would end in a conflict.
  if (!isFetchedAfterMount) return <Spinner />;
  if (isGone || hasCode(error, "NOT_FOUND")) return <NotFound />;
  if (!data) return <ErrorState component="h1" error={error} onRetry={() => void refetch()} />;
  // Its owner still sees a deleted content, but nothing can be changed in it.
  if (data.isOwner && !data.isListed) return <NotFound />;
  return data.isOwner ? (
    <Edit content={data} user={user} onGone={() => setIsGone(true)} />
  ) : (
    <NotOwner id={id} />
  );
};

/** /edit-content/:id: changes one's own content. */
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
