import type { CurrentUser } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { client } from "../client/client.ts";
import { messageOf } from "../client/failure.ts";
import { useEndpointMutation } from "../client/queries.ts";
import { PageTitle } from "../components/PageTitle.tsx";
import { useToast } from "../components/ToastProvider.tsx";
import { refreshContents } from "../contents/contentCache.ts";
import { MemberOnly } from "../layout/MemberOnly.tsx";
import { ContentForm } from "./ContentForm.tsx";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { emptyState } from "./sellingForm.ts";

const NewContent = ({ user }: { user: CurrentUser }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const create = useEndpointMutation(client.contents.create);
  return (
    <>
      <PageTitle title="콘텐츠 올리기" description="경험에서 나온 자료와 노하우를 나눠보세요." />
      <ContentForm
        user={user}
        subject="new"
        saved={emptyState}
        version={null}
        submitLabel="등록하기"
        pendingLabel="등록하는 중"
        startOverLabel="새로 작성"
        onSend={(body) => create.mutateAsync({ body })}
        onFailed={(error) =>
          toast({ title: "콘텐츠 등록 실패", description: messageOf(error), variant: "destructive" })
        }
        onDone={() => {
          toast({ title: "콘텐츠가 등록되었습니다", description: "마켓에서 바로 확인할 수 있어요." });
          void refreshContents(queryClient);
          void navigate("/market");
        }}
      />
    </>
  );
};

/** /upload: a new content. */
export const UploadScreen = () => (
  <MemberOnly skeleton={<FormSkeleton />}>{(user) => <NewContent key={user.id} user={user} />}</MemberOnly>
);
