import AddCircleOutlineRounded from "@mui/icons-material/AddCircleOutlineRounded";
import type { CurrentUser, OwnContent } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { useEndpointMutation, usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import { sanctionOf } from "@knowhow/ui/features/accounts/sanction.ts";
import { OwnContentRow } from "./OwnContentRow.tsx";
import { ScrollList, ScrollListSkeleton } from "../../components/ScrollList.tsx";
import { Section, SectionError } from "../../components/Section.tsx";

const title = "등록한 콘텐츠";

const Empty = ({ canSell }: { canSell: boolean }) => (
  <EmptyState
    icon={AddCircleOutlineRounded}
    component="h3"
    isCompact
    title="아직 등록한 콘텐츠가 없어요"
    description="알고 있는 것을 파일로 정리해 올리면 바로 판매할 수 있어요."
    action={
      canSell ? (
        <Button component={Link} to="/upload" variant="contained">
          콘텐츠 올리기
        </Button>
      ) : null
    }
  />
);

const useDelete = (onDone: () => void, onRemoved: () => void) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useEndpointMutation(client.contents.remove, {
    onSuccess: () => toast({ title: "콘텐츠 삭제됨", description: "콘텐츠를 삭제했습니다." }),
    onError: (error) => toast({ title: "삭제 실패", description: messageOf(error), variant: "destructive" }),
    onSettled: (_, error) => {
      onDone();
      // Deleted elsewhere meanwhile: the list is outdated.
      if (error && !hasCode(error, "NOT_FOUND")) return;
      onRemoved();
      void refreshContents(queryClient);
    },
  });
};

/** The contents that the user sells, newest first. */
export const OwnContentsSection = ({ user }: { user: CurrentUser }) => {
  const pages = usePagedEndpoint(client.contents.mine, {});
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const canSell = sanctionOf(user) === undefined;
  const [doomed, setDoomed] = useState<OwnContent>();
  const [isAsking, setIsAsking] = useState(false);
  const isFocusLost = useRef(false);
  const remove = useDelete(
    () => setIsAsking(false),
    () => {
      isFocusLost.current = true;
    },
  );
  // The dialog gives the focus back to a button that goes with its entry, in either order.
  const rescueFocus = () => {
    if (!isFocusLost.current || document.activeElement !== document.body) return;
    isFocusLost.current = false;
    heading.current?.focus();
  };
  useEffect(rescueFocus);
  const handleAsk = (content: OwnContent) => {
    setDoomed(content);
    setIsAsking(true);
  };
  return (
    <Section
      anchor="contents"
      title={title}
      headingRef={heading}
      description={canSell ? undefined : "이용이 정지된 동안에는 올리거나 수정할 수 없어요."}
      action={
        <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "end" }}>
          <Button component={Link} to="/drafts">
            작성 중인 글
          </Button>
          {canSell ? (
            <Button component={Link} to="/upload">
              올리기
            </Button>
          ) : null}
        </Box>
      }
    >
      {pages.items === undefined ? (
        pages.error ? (
          <SectionError
            error={pages.error}
            title="등록한 콘텐츠를 불러오지 못했습니다"
            offline="등록한 콘텐츠 목록은 아직 이 기기에 없어요. 연결되면 저절로 보여요."
            onRetry={() => void pages.refetch()}
          />
        ) : (
          <ScrollListSkeleton label={title} />
        )
      ) : pages.items.length === 0 ? (
        <Empty canSell={canSell} />
      ) : (
        <ScrollList label={`${title} 목록`} after={<LoadMore pages={pages} list={list} />} listRef={list}>
          {pages.items.map((content) => (
            <OwnContentRow
              key={content.id}
              content={content}
              canEdit={canSell}
              onDelete={() => handleAsk(content)}
            />
          ))}
        </ScrollList>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="정말로 이 콘텐츠를 삭제하시겠습니까?"
        description={`‘${doomed?.title ?? ""}’ 콘텐츠가 마켓에서 사라집니다. 이미 구매한 분은 계속 다운로드할 수 있습니다.`}
        confirmLabel="삭제"
        pendingLabel="삭제 중..."
        isDestructive
        isPending={remove.isPending}
        onConfirm={() => {
          if (doomed) remove.mutate({ params: { id: doomed.id } });
        }}
        onCancel={() => setIsAsking(false)}
        onClosed={() => setTimeout(rescueFocus)}
      />
    </Section>
  );
};
