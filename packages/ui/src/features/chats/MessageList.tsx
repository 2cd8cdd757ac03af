import ArrowDownwardRounded from "@mui/icons-material/ArrowDownwardRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Fab from "@mui/material/Fab";
import Typography from "@mui/material/Typography";
import { useEffect, useReducer, type ReactNode } from "react";
import { useDrawnSoon } from "../../components/useDrawnSoon.ts";
import { MessageItem } from "./MessageItem.tsx";
import type { Person } from "./PersonAvatar.tsx";
import type { MessageRow, TalkRow } from "./talk.ts";
import { useStickyScroll } from "./useStickyScroll.ts";

interface MessageListProps {
  rows: readonly TalkRow[];
  personOf: (row: MessageRow) => Person;
  older: { hasMore: boolean; isLoading: boolean; failure?: string | undefined; onLoad: () => void };
  onRetry: (key: string) => void;
  onDiscard: (key: string) => void;
  /** Shown where there are no messages yet. */
  empty: ReactNode;
}

/** More than a screen shows at once. */
const firstRows = 24;

/** Relative times change by the minute. */
const useMinutes = (): void => {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, 60_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
};

const Day = ({ label }: { label: string }) => (
  <Box
    component="li"
    sx={{
      display: "flex",
      alignItems: "center",
      gap: 1.5,
      py: 1.5,
      "&::before, &::after": { content: '""', flex: 1, borderTop: "1px solid", borderColor: "divider" },
    }}
  >
    <Typography variant="body2" component="span" color="textSecondary">
      {label}
    </Typography>
  </Box>
);

const Older = ({ hasMore, isLoading, failure, onLoad }: MessageListProps["older"]) =>
  hasMore ? (
    <Box sx={{ display: "grid", justifyItems: "center", pb: 1 }}>
      {failure === undefined ? null : (
        <Typography role="alert" color="error" variant="body2">
          {failure}
        </Typography>
      )}
      <Button size="small" onClick={onLoad} loading={isLoading}>
        이전 메시지 보기
      </Button>
    </Box>
  ) : null;

/** Reads the newest message of the other side out to screen readers. */
const Announcement = ({
  row,
  personOf,
}: { row: TalkRow | undefined } & Pick<MessageListProps, "personOf">) => (
  <Box
    role="status"
    sx={{ position: "absolute", width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" }}
  >
    {row?.kind === "message" && row.side !== "own"
      ? `${row.side === "other" ? `${personOf(row).nickname}: ` : ""}${row.text}`
      : ""}
  </Box>
);

/** A conversation: the newest at the bottom, older ones on the way up. */
export const MessageList = ({ rows, personOf, older, onRetry, onDiscard, empty }: MessageListProps) => {
  useMinutes();
  const isWhole = useDrawnSoon();
  const shown = isWhole ? rows : rows.slice(-firstRows);
  const last = rows.at(-1);
  const { box, away, toEnd, handleScroll } = useStickyScroll({
    firstKey: shown[0]?.key,
    lastKey: last?.key,
    isOwnLast: last?.kind === "message" && last.side === "own",
    onNearStart: () => {
      if (older.hasMore && !older.isLoading && older.failure === undefined) older.onLoad();
    },
  });
  return (
    <Box sx={{ position: "relative", flex: 1, minHeight: 0, display: "flex" }}>
      <Box
        ref={box}
        role="log"
        // Read out by the announcement: older ones come here too.
        aria-live="off"
        aria-label="메시지 목록"
        tabIndex={0}
        onScroll={handleScroll}
        sx={{
          flex: 1,
          minWidth: 0,
          overflowY: "auto",
          overflowAnchor: "none",
          overscrollBehavior: "contain",
          px: { xs: 1.5, md: 2.5 },
          py: 1.5,
          "&:focus-visible": { outlineOffset: "-3px" },
        }}
      >
        <Older {...older} />
        {rows.length === 0 ? empty : null}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
          {shown.map((row) =>
            row.kind === "day" ? (
              <Day key={row.key} label={row.label} />
            ) : (
              <MessageItem
                key={row.key}
                row={row}
                person={personOf(row)}
                onRetry={onRetry}
                onDiscard={onDiscard}
              />
            ),
          )}
        </Box>
      </Box>
      <Announcement row={last} personOf={personOf} />
      {away === "no" ? null : (
        <Fab
          variant={away === "new" ? "extended" : "circular"}
          size="small"
          color={away === "new" ? "primary" : "default"}
          {...(away === "new" ? {} : { "aria-label": "맨 아래로" })}
          onClick={toEnd}
          sx={{
            position: "absolute",
            bottom: 12,
            left: "50%",
            translate: "-50% 0",
            minHeight: 44,
            minWidth: 44,
          }}
        >
          <ArrowDownwardRounded sx={{ fontSize: 20, mr: away === "new" ? 0.5 : 0 }} />
          {away === "new" ? "새 메시지" : null}
        </Fab>
      )}
    </Box>
  );
};
