import ErrorOutlineRounded from "@mui/icons-material/ErrorOutlineRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { ServerTime } from "../../client/ServerTime.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { UnkeptNote } from "../../device/outbox/UnkeptNote.tsx";
import { PersonAvatar, type Person } from "./PersonAvatar.tsx";
import type { MessageRow, MessageState } from "./talk.ts";

const stateWords: Record<MessageState, string> = {
  waiting: "보낼 예정",
  sending: "보내는 중",
  sent: "보냄",
  read: "읽음",
  failed: "보내지 못함",
};

/** The acts on a message that was not sent. */
interface Acts {
  onRetry: (key: string) => void;
  onDiscard: (key: string) => void;
}

interface MessageItemProps extends Acts {
  row: MessageRow;
  /** Its author, where that is the other side. */
  person: Person;
}

/** Whether it is on this device alone, under its time. */
const isWaiting = (state: MessageRow["state"]): boolean =>
  state !== undefined && state !== "sent" && state !== "read";

const Meta = ({ row: { state, createdAt } }: { row: MessageRow }) => (
  <Typography
    variant="caption"
    component="p"
    color={state === "failed" ? "error" : "textSecondary"}
    sx={{ flexShrink: 0, lineHeight: 1.35, textAlign: state ? "right" : "left" }}
  >
    {state ? (
      <Box
        component="span"
        sx={{ display: "block", ...(state === "read" ? { color: "primary.main", fontWeight: 600 } : {}) }}
      >
        {stateWords[state]}
      </Box>
    ) : null}
    {isWaiting(state) ? <RelativeTime time={createdAt} /> : <ServerTime time={createdAt} />}
  </Typography>
);

const bubbles = {
  own: {
    bgcolor: "primary.main",
    color: "primary.contrastText",
    borderRadius: "16px 16px 4px 16px",
    border: "1px solid transparent",
  },
  other: {
    bgcolor: "background.paper",
    border: "1px solid",
    borderColor: "divider",
    borderRadius: "4px 16px 16px 16px",
  },
  admin: {
    bgcolor: "color-mix(in srgb, var(--kh-palette-info-main) 10%, var(--kh-palette-background-paper))",
    border: "1px solid",
    borderColor: "color-mix(in srgb, var(--kh-palette-info-main) 40%, transparent)",
    borderRadius: "4px 16px 16px 16px",
  },
} as const;

const Bubble = ({ row }: { row: MessageRow }) => (
  <Typography
    component="p"
    sx={{
      px: 1.75,
      py: 1,
      minWidth: 0,
      whiteSpace: "pre-wrap",
      textWrap: "wrap",
      overflowWrap: "anywhere",
      ...bubbles[row.side === "own" ? "own" : row.isAdmin ? "admin" : "other"],
      ...(row.state === undefined || row.state === "sent" || row.state === "read" ? {} : { opacity: 0.8 }),
    }}
  >
    {row.text}
  </Typography>
);

const Failure = ({ row, onRetry, onDiscard }: Acts & { row: MessageRow }) => (
  <Box
    sx={{
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      justifyContent: "flex-end",
      columnGap: 0.5,
    }}
  >
    <Typography variant="body2" color="error" sx={{ display: "inline-flex", alignItems: "center", gap: 0.5 }}>
      <ErrorOutlineRounded aria-hidden sx={{ fontSize: "1.2em" }} />
      {row.failure}
    </Typography>
    <Button
      size="small"
      onClick={() => onRetry(row.key)}
      aria-label={`다시 보내기: ${row.text.slice(0, 20)}`}
    >
      다시 보내기
    </Button>
    <Button
      size="small"
      color="inherit"
      onClick={() => onDiscard(row.key)}
      aria-label={`보내지 못한 메시지 삭제: ${row.text.slice(0, 20)}`}
    >
      삭제
    </Button>
  </Box>
);

const SystemMessage = ({ row }: { row: MessageRow }) => (
  <Box component="li" sx={{ display: "grid", justifyItems: "center", py: 1 }}>
    <Typography
      variant="body2"
      color="textSecondary"
      sx={{
        px: 2,
        py: 0.75,
        maxWidth: "85%",
        borderRadius: "12px",
        textAlign: "center",
        whiteSpace: "pre-wrap",
        bgcolor: "action.hover",
      }}
    >
      {row.text} · <ServerTime time={row.createdAt} />
    </Typography>
  </Box>
);

/** One message: an own one at the right with its state, the other's at the left with name and picture. */
export const MessageItem = ({ row, person, ...acts }: MessageItemProps) => {
  if (row.side === "system") return <SystemMessage row={row} />;
  const isOwnMessage = row.side === "own";
  return (
    <Box
      component="li"
      data-side={row.side}
      sx={{
        display: "grid",
        gridTemplateColumns: isOwnMessage ? "minmax(0, 1fr)" : "2.25rem minmax(0, 1fr)",
        columnGap: 1,
        pt: row.isFirst ? 1.25 : 0.5,
      }}
    >
      {isOwnMessage ? null : (
        <div>{row.isFirst ? <PersonAvatar person={person} size="2.25rem" /> : null}</div>
      )}
      <Box sx={{ display: "grid", gap: 0.5, minWidth: 0, justifyItems: isOwnMessage ? "end" : "start" }}>
        {row.isFirst && (!isOwnMessage || row.isAdmin) ? (
          <Typography
            variant="subtitle2"
            component="div"
            sx={{ display: "flex", alignItems: "center", gap: 0.75 }}
          >
            {row.isAdmin ? (
              <Chip size="small" color="info" variant="outlined" label="관리자" />
            ) : (
              person.nickname
            )}
          </Typography>
        ) : null}
        <Box
          sx={{
            display: "flex",
            flexDirection: isOwnMessage ? "row-reverse" : "row",
            alignItems: "flex-end",
            gap: 0.75,
            maxWidth: { xs: "94%", md: "80%" },
          }}
        >
          <Bubble row={row} />
          <Meta row={row} />
        </Box>
        {row.isUnkept && row.state !== "sending" ? <UnkeptNote /> : null}
        {row.state === "failed" ? <Failure row={row} {...acts} /> : null}
      </Box>
    </Box>
  );
};
