import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { ServerTime } from "../../client/ServerTime.tsx";
import { PersonAvatar, type Person } from "./PersonAvatar.tsx";
import { TalkLink } from "./TalkLink.tsx";
import { UnreadBadge } from "./UnreadBadge.tsx";

interface TalkRowProps {
  to: string;
  /** Where conversations open beside their list: whether this one is open. */
  beside?: { isOpen: boolean };
  person: Person;
  /** Chips behind the name. */
  chips?: ReactNode;
  subject: string;
  lastMessage: { message: string } | null;
  /** The message is a state that the product tells, not words of a person. */
  isState?: boolean;
  /** At the end of the row: the cover of what the talk is about. */
  cover?: ReactNode;
  /** Of the last message, or of the beginning. */
  time: string;
  unreadCount: number;
}

/** One conversation of a list: person, subject, last message, unread count. The whole row is the link. */
export const TalkRow = ({
  to,
  beside,
  person,
  chips,
  subject,
  lastMessage,
  isState = false,
  cover,
  time,
  unreadCount,
}: TalkRowProps) => (
  <TalkLink to={to} beside={beside}>
    <PersonAvatar person={person} size="3rem" />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box
        sx={{
          display: "flex",
          flexWrap: cover === undefined ? "wrap" : "nowrap",
          alignItems: "center",
          columnGap: 0.75,
          "@container (max-width: 18rem)": { flexWrap: "wrap" },
        }}
      >
        <Typography variant="subtitle2" component="h2" noWrap sx={{ maxWidth: "100%" }}>
          {person.nickname}
        </Typography>
        {chips}
        <Typography
          variant="body2"
          component="span"
          color="textSecondary"
          sx={{ ml: "auto", pl: 1, flexShrink: 0 }}
        >
          <ServerTime time={time} />
        </Typography>
      </Box>
      <Typography variant="body2" color="textSecondary" noWrap>
        {subject}
      </Typography>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, position: "relative" }}>
        <Typography
          noWrap
          sx={{ flex: 1, minWidth: 0, ...(unreadCount > 0 ? { fontWeight: 650 } : {}) }}
          color={lastMessage && !isState ? "textPrimary" : "textSecondary"}
        >
          {lastMessage?.message ?? "아직 나눈 대화가 없어요"}
        </Typography>
        <UnreadBadge count={unreadCount} />
      </Box>
    </Box>
    {cover === undefined ? null : (
      <Box
        sx={{
          flex: "none",
          alignSelf: "center",
          width: "4rem",
          borderRadius: "8px",
          overflow: "hidden",
          // In very large text the words need its place.
          "@container (max-width: 18rem)": { display: "none" },
        }}
      >
        {cover}
      </Box>
    )}
  </TalkLink>
);
