import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import TaskAltRounded from "@mui/icons-material/TaskAltRounded";
import TouchAppOutlined from "@mui/icons-material/TouchAppOutlined";
import type { CurrentUser, Report } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import { useLayoutEffect, useMemo, useRef, type ReactNode } from "react";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { ErrorState } from "../../../client/ErrorState.tsx";
import { PageTitle } from "../../../components/PageTitle.tsx";
import { useIsDesk } from "../../../components/useIsDesk.ts";
import { AdminOnly } from "../AdminOnly.tsx";
import { useHeldCounts, withoutHeld } from "../heldCount.ts";
import { CasePane } from "./CasePane.tsx";
import { barHeight } from "./DecisionBar.tsx";
import { useMade } from "./DecisionsProvider.tsx";
import { countHeldByPerson, nextOf, withoutHeldRows, type QueueRequest, type Queue } from "./queue.ts";
import { QueueBar } from "./QueueBar.tsx";
import { QueuePane } from "./QueuePane.tsx";
import { useKeys } from "./useKeys.ts";
import { useLeases } from "./useLease.ts";
import { usePlace } from "./usePlace.ts";
import { useQueue } from "./useQueue.ts";

const emptyTitle = ({ filter, type, reason, q }: QueueRequest): string => {
  if (q !== "" || type !== "" || reason !== "") return "찾는 신고가 없어요";
  return filter === "pending" ? "기다리는 신고가 없어요" : "처리한 신고가 없어요";
};

/** The queue without reports that are decided here, and how many of those are about each person. */
const useShown = (queue: Queue | undefined) => {
  const made = useMade();
  const held = useHeldCounts();
  return {
    reports: useMemo(() => queue && withoutHeldRows(queue.reports, made), [queue, made]),
    counts: queue && withoutHeld(queue.counts, held.queue),
    onTheWay: useMemo(() => countHeldByPerson(made), [made]),
  };
};

/** Scrolls each new case to its top. */
const useTop = (caseId: string | undefined, isDesk: boolean) => {
  const pane = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!pane.current) return;
    pane.current.scrollTop = 0;
    // On a phone the page is scrolled, not the pane.
    if (!isDesk) pane.current.scrollIntoView();
  }, [caseId, isDesk]);
  return pane;
};

const Panes = ({ user, home }: { user: CurrentUser; home: string }) => {
  const { asked, selectedId, select, change } = usePlace(home);
  const { queue, error, refetch, hasMore, loadMore, moreError, retryMore, look } = useQueue(asked);
  const leases = useLeases();
  const isDesk = useIsDesk();
  const casePane = useTop(selectedId, isDesk);
  const searchBox = useRef<HTMLInputElement>(null);
  const { reports, counts, onTheWay } = useShown(queue);
  const go = (step: number) => {
    const report = nextOf(reports ?? [], selectedId, step);
    if (report) select(report);
  };
  useKeys({
    next: () => go(1),
    previous: () => go(-1),
    leave: () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    search: () => searchBox.current?.focus(),
    switch: () => change({ filter: asked.filter === "pending" ? "processed" : "pending" }),
  });
  const known = reports?.find(({ id }) => id === selectedId);
  const list = (
    // Above the bar of held decisions, which would cover the last rows.
    <Box
      sx={{
        minHeight: 0,
        flex: 1,
        display: "flex",
        flexDirection: "column",
        pb: { md: `var(${barHeight}, 0px)` },
      }}
    >
      <QueueBar counts={counts} asked={asked} onChange={change} inputRef={searchBox} />
      {reports ? (
        reports.length === 0 && !hasMore ? (
          <EmptyState icon={TaskAltRounded} isCompact component="h2" title={emptyTitle(asked)} />
        ) : (
          <QueuePane
            key={Object.values(asked).join(" ")}
            reports={reports}
            selectedId={selectedId}
            leases={leases}
            meId={user.id}
            onTheWay={onTheWay}
            hasMore={hasMore}
            onMore={loadMore}
            moreError={moreError}
            onRetryMore={retryMore}
            onLook={look}
            onSelect={select}
          />
        )
      ) : error ? (
        <ErrorState
          error={error}
          component="h2"
          title="신고 목록을 불러오지 못했습니다"
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton variant="rounded" height={320} sx={{ m: 2 }} />
      )}
    </Box>
  );
  const opened =
    selectedId === undefined ? null : (
      <CasePane
        // Opened again, it is read again.
        key={selectedId}
        user={user}
        reportId={selectedId}
        known={known}
        lease={leases.get(selectedId)}
        onDecided={(gone) => {
          // A report under another administrator's lease is skipped.
          const isFree = ({ id }: Report) =>
            !gone.has(id) && (leases.get(id)?.adminId ?? user.id) === user.id;
          const left = reports?.filter((report) => report.id === selectedId || isFree(report)) ?? [];
          select(nextOf(left, selectedId));
        }}
      />
    );
  if (!isDesk)
    return opened ? (
      <Box component="section" ref={casePane} aria-label="신고 내용" sx={{ pb: 12, scrollMarginTop: "96px" }}>
        <Button onClick={() => select(undefined)} startIcon={<ArrowBackRounded />} color="inherit">
          목록으로
        </Button>
        {opened}
      </Box>
    ) : (
      <Card sx={{ height: "80dvh", display: "flex" }}>{list}</Card>
    );
  return (
    <Card
      sx={{
        flex: 1,
        minHeight: 0,
        display: "grid",
        gridTemplateColumns: "minmax(20rem, 1fr) minmax(0, 3fr)",
        gridTemplateRows: "minmax(0, 1fr)",
      }}
    >
      <Box sx={{ minHeight: 0, display: "flex", borderRight: "1px solid", borderColor: "divider" }}>
        {list}
      </Box>
      <Box
        component="section"
        ref={casePane}
        aria-label="신고 내용"
        sx={{ minHeight: 0, overflowY: "auto", p: 3, pb: 12 }}
      >
        {opened ??
          (reports?.length ? (
            <EmptyState
              icon={TouchAppOutlined}
              component="h2"
              title="신고를 골라주세요"
              description="J를 누르면 첫 신고가 열리고, ?를 누르면 단축키가 보여요."
            />
          ) : null)}
      </Box>
    </Card>
  );
};

interface TriageScreenProps {
  /** Path of the queue when no case is open. */
  home?: string;
  /** Stands beside the title. */
  aside?: ReactNode;
}

/** The reports in two panes, queue and case, for the keyboard; without room for two, one after the other. */
export const TriageScreen = ({ home = "/admin", aside }: TriageScreenProps) => (
  <Box sx={{ height: "100%", display: "flex", flexDirection: "column", gap: 2 }}>
    <Box sx={{ display: "flex", justifyContent: "space-between", alignItems: "start", gap: 2 }}>
      <PageTitle title="신고 처리" />
      {aside}
    </Box>
    <AdminOnly skeleton={<Skeleton variant="rounded" sx={{ flex: 1 }} />}>
      {(user) => <Panes user={user} home={home} />}
    </AdminOnly>
  </Box>
);
