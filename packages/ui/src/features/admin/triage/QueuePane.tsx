import {
  isOfWords,
  reportReasonLabel,
  reportStatusLabel,
  reportTypeLabel,
  type Lease,
  type Report,
} from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { styled } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef, useState } from "react";
import { withReason } from "../../../components/failure.ts";
import { serverNow } from "../../../client/serverClock.ts";
import { ServerTime } from "../../../client/ServerTime.tsx";
import { summaryOf } from "../ActLines.tsx";
import { isOpen } from "../decision.ts";

/** All rows have the same height, for the size of the text: ten thousand cost no more than the visible ones. */
const rowRems = 5.75;
/** How many rows before the end the next page is requested. */
const ahead = 30;
/** A report that waits for longer stands out. */
const longMs = 24 * 60 * 60_000;

/** The height of a row in px. */
const readRowHeight = (): number =>
  rowRems * (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);

const isLongAgo = (time: string, now: Date = serverNow()): boolean =>
  now.getTime() - new Date(time).getTime() > longMs;

/** Why an open report deserves a second look: others about the same thing or person, earlier warnings. */
const hintOf = (report: Report, openAboutPerson: number): string | undefined => {
  if (!isOpen(report)) return undefined;
  const { voices, reportedUser } = report;
  const { warningCount, isBanned } = reportedUser;
  const parts = [
    ...(isBanned ? ["이용 제한됨"] : warningCount > 0 ? [`누적 경고 ${warningCount}회`] : []),
    ...(voices > 1 ? [`신고 ${voices}건`] : []),
    ...(openAboutPerson > Math.max(voices, 1) ? [`같은 사람 ${openAboutPerson}건`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(" · ");
};

interface RowProps {
  report: Report;
  isSelected: boolean;
  holder: string | undefined;
  openAboutPerson: number;
  onSelect: (report: Report) => void;
}

/** One element with its own rules: with a component for each part of a row, scrolling would cost mostly those. */
const RowButton = styled("button")(({ theme }) => ({
  width: "100%",
  height: "100%",
  display: "block",
  overflow: "hidden",
  padding: theme.spacing(1, 2),
  border: 0,
  borderBottom: `1px solid ${theme.vars?.palette.divider ?? theme.palette.divider}`,
  borderLeft: "3px solid transparent",
  background: "none",
  font: "inherit",
  fontSize: "0.9375rem",
  lineHeight: 1.5,
  color: "inherit",
  textAlign: "left",
  cursor: "pointer",
  "& > span": { display: "block", overflow: "hidden", whiteSpace: "nowrap", textOverflow: "ellipsis" },
  "& > .head": { display: "flex", gap: theme.spacing(0.75), fontWeight: 650 },
  "& .what": { flex: 1, minWidth: 0, overflow: "hidden", textOverflow: "ellipsis" },
  "& .age": { fontWeight: 400, color: theme.vars?.palette.text.secondary ?? theme.palette.text.secondary },
  "& .long, & .hint": { color: theme.vars?.palette.error.main ?? theme.palette.error.main },
  "& > .notes": { fontSize: "0.8125rem" },
  "& .holder": { color: theme.vars?.palette.primary.main ?? theme.palette.primary.main },
  "& .notes > * + *::before": { content: '" · "', color: "inherit" },
  "&[aria-current]": {
    borderLeftColor: theme.vars?.palette.primary.main ?? theme.palette.primary.main,
    background: theme.vars?.palette.action.hover ?? theme.palette.action.hover,
  },
}));

const Row = memo(({ report, isSelected, holder, openAboutPerson, onSelect }: RowProps) => {
  const hint = hintOf(report, openAboutPerson);
  const isOld = report.status === "pending" && isLongAgo(report.createdAt);
  return (
    <RowButton type="button" aria-current={isSelected ? "true" : undefined} onClick={() => onSelect(report)}>
      <span className="head">
        <span className="what">{reportReasonLabel(report.reportReason)}</span>
        <span className={isOld ? "age long" : "age"}>
          <ServerTime time={report.createdAt} />
        </span>
      </span>
      <span>
        {report.reporter.nickname} → {report.reportedUser.nickname}
        {isOfWords(report.reportType) ? ` · ${reportTypeLabel(report.reportType)}` : ""}
        {report.contentTitle === null ? "" : ` · ${report.contentTitle}`}
      </span>
      <span className="notes">
        {report.status === "pending" ? null : (
          <span>{report.lastAct ? summaryOf(report.lastAct) : reportStatusLabel(report.status)}</span>
        )}
        {hint === undefined ? null : <span className="hint">{hint}</span>}
        {holder === undefined ? null : <span className="holder">{holder}님이 보는 중</span>}
      </span>
    </RowButton>
  );
});
Row.displayName = "Row";

/** Under the last row, where the next page failed. */
const MoreFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Box sx={{ display: "grid", justifyItems: "center", gap: 1, p: 2 }}>
    <Typography role="alert" variant="body2" color="error">
      {withReason("다음 신고를 불러오지 못했어요.", error)}
    </Typography>
    <Button size="small" variant="outlined" onClick={onRetry}>
      다시 시도
    </Button>
  </Box>
);

interface QueuePaneProps {
  reports: readonly Report[];
  selectedId: string | undefined;
  /** The leases of other administrators, by report. */
  leases: ReadonlyMap<string, Lease>;
  meId: string;
  /** How many of a person's open reports are decided here and on their way. */
  onTheWay: ReadonlyMap<string, number>;
  hasMore: boolean;
  onMore: () => void;
  /** Why the next page failed. */
  moreError: Error | null;
  onRetryMore: () => void;
  /** Called with the number of rows up to the last visible or selected one. */
  onLook: (rows: number) => void;
  onSelect: (report: Report) => void;
}

/** The queue, of which only visible rows are drawn. */
export const QueuePane = (props: QueuePaneProps) => {
  "use no memo"; // the virtualizer changes within itself
  const { reports, selectedId, leases, meId, onTheWay, hasMore, onMore, moreError } = props;
  const { onLook, onSelect } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [rowHeight, setRowHeight] = useState(readRowHeight);
  useEffect(() => {
    if (!list.current || typeof ResizeObserver === "undefined") return undefined;
    // The list's height is counted in rems, so it changes with the size of the text.
    const observer = new ResizeObserver(() => setRowHeight(readRowHeight()));
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoized, see above
  const virtual = useVirtualizer({
    count: reports.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => reports[at]?.id ?? at,
    overscan: 6,
    useFlushSync: false,
    initialRect: { width: 400, height: 800 },
  });
  const rows = virtual.getVirtualItems();
  const lastSeen = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastSeen >= reports.length - ahead) onMore();
  }, [hasMore, lastSeen, reports.length, onMore]);
  const selectedAt = reports.findIndex(({ id }) => id === selectedId);
  useEffect(() => {
    onLook(Math.max(lastSeen, selectedAt) + 1);
  }, [lastSeen, selectedAt, onLook]);
  useEffect(() => {
    if (selectedAt >= 0) virtual.scrollToIndex(selectedAt, { align: "auto" });
    // The virtualizer is always the same one.
  }, [selectedAt, virtual]);
  const holderOf = (report: Report): string | undefined => {
    const lease = leases.get(report.id);
    return lease && lease.adminId !== meId ? lease.nickname : undefined;
  };
  return (
    <Box
      ref={scroller}
      role="region"
      aria-label="신고 목록"
      tabIndex={0}
      sx={{ flex: 1, minHeight: 0, overflowY: "auto", contain: "strict" }}
    >
      <Box role="list" ref={list} sx={{ position: "relative", height: `${reports.length * rowRems}rem` }}>
        {rows.map((row) => {
          const report = reports[row.index];
          return report ? (
            <div
              key={row.key}
              role="listitem"
              aria-posinset={row.index + 1}
              aria-setsize={hasMore ? -1 : reports.length}
              style={{
                position: "absolute",
                insetInline: 0,
                top: 0,
                height: rowHeight,
                transform: `translateY(${row.start}px)`,
              }}
            >
              <Row
                report={report}
                isSelected={report.id === selectedId}
                holder={holderOf(report)}
                openAboutPerson={
                  report.reportedUser.openReports - (onTheWay.get(report.reportedUser.id) ?? 0)
                }
                onSelect={onSelect}
              />
            </div>
          ) : null;
        })}
      </Box>
      {moreError ? <MoreFailed error={moreError} onRetry={props.onRetryMore} /> : null}
    </Box>
  );
};
