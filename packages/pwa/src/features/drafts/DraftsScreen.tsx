import EditNoteRounded from "@mui/icons-material/EditNoteRounded";
import { draftKeptDays, maxDrafts, type CurrentUser } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { actOf, titleOf } from "@knowhow/ui/device/drafts/draftPhase.ts";
import type { Draft } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { DraftsScreenRow } from "./DraftsScreenRow.tsx";
import { DraftsScreenStorage } from "./DraftsScreenStorage.tsx";
import { useCancelPublishing } from "./useCancelPublishing.tsx";
import { useDrafts } from "./useDrafts.ts";

const title = "작성 중인 콘텐츠";
const pageSize = 20;

const columns = {
  display: "grid",
  gap: { xs: 2, md: 3 },
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 320px" },
  alignItems: "start",
  mt: { xs: 2, md: 3 },
} as const;

const DraftsSkeleton = () => (
  <Box role="status" aria-busy aria-label="불러오는 중">
    <Skeleton variant="text" width={220} sx={{ typography: "h1" }} />
    <Box sx={columns}>
      <Box sx={{ display: "grid", gap: 2 }}>
        {[0, 1, 2].map((one) => (
          <Skeleton key={one} variant="rounded" height={168} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={220} />
    </Box>
  </Box>
);

/** Which draft the screen was opened to delete, if it was. */
const doomedOf = (state: unknown): string | undefined =>
  typeof state === "object" && state !== null && "doomed" in state && typeof state.doomed === "string"
    ? state.doomed
    : undefined;

/** Moves the focus to a place when the pressed button is gone: it never falls to the page. */
const useFocusRescue = (place: RefObject<HTMLElement | null>) => {
  const isDue = useRef(false);
  const rescue = () => {
    if (!isDue.current || document.activeElement !== document.body) return;
    isDue.current = false;
    place.current?.focus();
  };
  useEffect(rescue);
  return {
    expect: () => {
      isDue.current = true;
    },
    afterDialog: () => setTimeout(rescue),
  };
};
type FocusRescue = ReturnType<typeof useFocusRescue>;

/** Asks before a draft is deleted. */
const useDeleting = (drafts: Drafts, rows: readonly Draft[], focus: FocusRescue) => {
  const toast = useToast();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown }; // an older version of the app may have set it
  const asked = doomedOf(state);
  const [doomed, setDoomed] = useState(() => rows.find(({ id }) => id === asked));
  const [isAsking, setIsAsking] = useState(doomed !== undefined);
  useEffect(() => {
    // Asked once: going back here does not ask again.
    if (asked !== undefined) void navigate("/drafts", { replace: true, state: null });
  }, [asked, navigate]);
  const handleDelete = async () => {
    setIsAsking(false);
    if (!doomed) return;
    focus.expect();
    await drafts.remove(doomed.id);
    toast({ title: "삭제했습니다", description: `‘${titleOf(doomed)}’ 글을 삭제했어요.` });
  };
  const dialog = (
    <ConfirmDialog
      isOpen={isAsking}
      title="작성 중인 글을 삭제할까요?"
      description={
        (doomed?.contentId == null
          ? `‘${doomed ? titleOf(doomed) : ""}’ 글과 올린 파일이 사라지고, 되돌릴 수 없어요.`
          : `‘${titleOf(doomed)}’ 글에서 고치던 내용이 사라지고, 되돌릴 수 없어요. 등록된 콘텐츠는 그대로 있어요.`) +
        (doomed?.unsettled
          ? ` 이미 보냈지만 답을 받지 못해서 ${actOf(doomed)}되었을 수도 있으니, 내 콘텐츠에서 확인해주세요.`
          : "")
      }
      confirmLabel="삭제"
      isDestructive
      onConfirm={() => void handleDelete()}
      onCancel={() => setIsAsking(false)}
      onClosed={focus.afterDialog}
    />
  );
  const ask = (draft: Draft) => {
    setDoomed(draft);
    setIsAsking(true);
  };
  return { dialog, ask };
};

const useRetry = (drafts: Drafts) => {
  const toast = useToast();
  const queryClient = useQueryClient();
  return async (draft: Draft) => {
    const act = actOf(draft);
    const published = await drafts.publish(draft.id);
    if (published.status === "refused")
      toast({ title: `콘텐츠 ${act} 실패`, description: messageOf(published.error), variant: "destructive" });
    if (published.status !== "stored") return;
    toast({ title: act === "등록" ? "콘텐츠가 등록되었습니다" : "콘텐츠가 성공적으로 수정되었습니다." });
    void refreshContents(queryClient);
  };
};

const DraftsView = ({ drafts }: { drafts: Drafts }) => {
  const rows = useSyncExternalStore(drafts.subscribe, drafts.read);
  const isOnline = useOnline();
  const isAtRisk = useSyncExternalStore(drafts.subscribe, drafts.isAtRisk);
  const heading = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(pageSize);
  const retry = useRetry(drafts);
  const focus = useFocusRescue(heading);
  const deleting = useDeleting(drafts, rows, focus);
  const cancelling = useCancelPublishing(drafts, {
    onCancelled: focus.expect,
    onClosed: focus.afterDialog,
  });
  const more = {
    hasNextPage: rows.length > shown,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    error: null,
    fetchNextPage: async () => setShown((before) => before + pageSize),
  };
  return (
    <>
      <Box ref={heading} tabIndex={-1} sx={{ outline: "none" }}>
        <PageTitle
          title={title}
          description={
            isOnline
              ? `쓰던 글과 파일은 이 기기와 계정에 임시로 보관돼요. ${draftKeptDays}일 동안 고치지 않은 글은 계정에서 지워지고, 쓰던 기기에는 남아 있어요.`
              : "이 기기에 있는 글이에요. 연결되면 다른 기기의 글도 보여요."
          }
        />
      </Box>
      <Box sx={columns}>
        <Box sx={{ minWidth: 0, display: "grid", gap: 2 }}>
          {isAtRisk ? (
            <Alert severity="warning" role="note">
              이 기기에 저장하지 못한 글이나 파일이 있어요. 다 올라갈 때까지 이 창을 닫지 마세요.
            </Alert>
          ) : null}
          {rows.length >= maxDrafts ? (
            <Alert severity="warning" role="note">
              작성 중인 글은 {maxDrafts}개까지 계정에 보관돼요. 필요 없는 글을 삭제해주세요.
            </Alert>
          ) : null}
          {rows.length === 0 ? (
            <EmptyState
              icon={EditNoteRounded}
              component="h2"
              title="작성 중인 글이 없어요"
              description="콘텐츠를 쓰면 저절로 여기에 보관돼요. 인터넷이 없어도 괜찮아요."
              action={
                <Button component={Link} to="/upload" variant="contained">
                  콘텐츠 올리기
                </Button>
              }
            />
          ) : (
            <div>
              <Box
                component="ul"
                ref={list}
                aria-label={title}
                sx={{ display: "grid", gap: 2, m: 0, p: 0, listStyle: "none" }}
              >
                {rows.slice(0, shown).map((draft) => (
                  <DraftsScreenRow
                    key={draft.id}
                    drafts={drafts}
                    draft={draft}
                    onRetry={() => void retry(draft)}
                    onCancel={() => cancelling.ask(draft.id)}
                    onDelete={() => deleting.ask(draft)}
                    onFileGone={focus.expect}
                  />
                ))}
              </Box>
              <LoadMore pages={more} list={list} />
            </div>
          )}
        </Box>
        <DraftsScreenStorage drafts={drafts} rows={rows} />
      </Box>
      {deleting.dialog}
      {cancelling.dialog}
    </>
  );
};

const OwnDrafts = ({ user }: { user: CurrentUser }) => {
  const { drafts, isRead } = useDrafts(user.id);
  return isRead ? <DraftsView drafts={drafts} /> : <DraftsSkeleton />;
};

/** /drafts: everything that is being written, on this device and on others. */
export const DraftsScreen = () => (
  <MemberOnly skeleton={<DraftsSkeleton />} isForSuspended>
    {(user) => <OwnDrafts key={user.id} user={user} />}
  </MemberOnly>
);
