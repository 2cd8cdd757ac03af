import TaskAltRounded from "@mui/icons-material/TaskAltRounded";
import TouchAppOutlined from "@mui/icons-material/TouchAppOutlined";
import type { CurrentUser, Report } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import { useCallback, useMemo, useRef } from "react";
import { useMatch, useNavigate, useSearchParams } from "react-router-dom";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { PageTitle } from "../../components/PageTitle.tsx";
import { AdminOnly } from "../AdminOnly.tsx";
import type { ReportFilter } from "../useReports.ts";
import { CasePane } from "./CasePane.tsx";
import { useMade } from "./DecisionsProvider.tsx";
import { countByPerson, nextOf } from "./queue.ts";
import { QueueBar } from "./QueueBar.tsx";
import { QueuePane } from "./QueuePane.tsx";
import { useKeys } from "./useKeys.ts";
import { useLeases } from "./useLease.ts";
import { useQueue } from "./useQueue.ts";

/** Which reports are listed, and which one is open: both stand in the address. */
const usePlace = () => {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const filter: ReportFilter = search.get("tab") === "processed" ? "processed" : "pending";
  const q = search.get("q") ?? "";
  const selectedId = useMatch("/reports/:reportId")?.params.reportId;
  const select = useCallback(
    (report: Report | undefined) => {
      const pathname = report === undefined ? "/admin" : `/reports/${report.id}`;
      void navigate({ pathname, search: search.toString() }, { replace: selectedId !== undefined });
    },
    [navigate, search, selectedId],
  );
  const change = useCallback(
    (to: { tab?: ReportFilter; q?: string }) => {
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(to)) {
            if (value === "" || value === "pending") next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      );
    },
    [setSearch],
  );
  return { filter, q, selectedId, select, change };
};

const Panes = ({ user }: { user: CurrentUser }) => {
  const place = usePlace();
  const { filter, q, selectedId, select } = place;
  const { queue, error, refetch, hasMore, loadMore } = useQueue(filter, q);
  const leases = useLeases();
  const made = useMade();
  const searchBox = useRef<HTMLInputElement>(null);
  const reports = useMemo(() => {
    const hidden = new Set(
      made.flatMap(({ state, reports: about }) => (state === "failed" ? [] : about.map(({ id }) => id))),
    );
    return queue?.reports.filter(({ id }) => !hidden.has(id));
  }, [queue, made]);
  const byPerson = useMemo(() => countByPerson(reports ?? []), [reports]);
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
    switch: () => place.change({ tab: filter === "pending" ? "processed" : "pending" }),
  });
  const known = reports?.find(({ id }) => id === selectedId);
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
      <Box
        sx={{
          minHeight: 0,
          display: "flex",
          flexDirection: "column",
          borderRight: "1px solid",
          borderColor: "divider",
        }}
      >
        <QueueBar
          counts={queue?.counts}
          filter={filter}
          q={q}
          onFilter={(tab) => place.change({ tab })}
          onSearch={(text) => place.change({ q: text })}
          inputRef={searchBox}
        />
        {reports ? (
          reports.length === 0 && !hasMore ? (
            <EmptyState
              icon={TaskAltRounded}
              isCompact
              component="h2"
              title={
                q === ""
                  ? filter === "pending"
                    ? "기다리는 신고가 없어요"
                    : "처리한 신고가 없어요"
                  : "찾는 신고가 없어요"
              }
            />
          ) : (
            <QueuePane
              key={`${filter} ${q}`}
              reports={reports}
              selectedId={selectedId}
              leases={leases}
              meId={user.id}
              byPerson={byPerson}
              hasMore={hasMore}
              onMore={loadMore}
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
      <Box component="section" aria-label="신고 내용" sx={{ minHeight: 0, overflowY: "auto", p: 3, pb: 12 }}>
        {selectedId === undefined ? (
          <EmptyState
            icon={TouchAppOutlined}
            component="h2"
            title="신고를 골라주세요"
            description="J를 누르면 첫 신고가 열리고, ?를 누르면 단축키가 보여요."
          />
        ) : (
          <CasePane
            user={user}
            reportId={selectedId}
            known={known}
            onDecided={(gone) => {
              // What another administrator is at is theirs.
              const isFree = ({ id }: Report) =>
                !gone.has(id) && (leases.get(id)?.adminId ?? user.id) === user.id;
              const left = reports?.filter((report) => report.id === selectedId || isFree(report)) ?? [];
              select(nextOf(left, selectedId));
            }}
          />
        )}
      </Box>
    </Card>
  );
};

/** The reports in two panes, queue and case, for a wide window and the keyboard. */
export const TriageScreen = () => (
  <Box sx={{ height: "100%", display: "flex", flexDirection: "column", gap: 2 }}>
    <PageTitle title="신고 처리" />
    <AdminOnly skeleton={<Skeleton variant="rounded" sx={{ flex: 1 }} />}>
      {(user) => <Panes user={user} />}
    </AdminOnly>
  </Box>
);
