import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import FlagOutlined from "@mui/icons-material/FlagOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { PersonAvatar, type Person } from "./PersonAvatar.tsx";

interface RoomHeaderProps {
  backTo: string;
  person: Person;
  /** What the conversation is about, and the page of it where there is one. */
  subject: string;
  subjectTo?: string;
  onReport?: (() => void) | undefined;
}

/** Top of a conversation: the way back, with whom, about what, and the way to report. */
export const RoomHeader = ({ backTo, person, subject, subjectTo, onReport }: RoomHeaderProps) => (
  <Box
    component="header"
    sx={{
      display: "flex",
      alignItems: "center",
      gap: 1,
      px: 1,
      py: 0.75,
      bgcolor: "background.paper",
      borderBottom: "1px solid",
      borderColor: "divider",
    }}
  >
    <IconButton component={Link} to={backTo} aria-label="채팅 목록으로">
      <ArrowBackRounded />
    </IconButton>
    <PersonAvatar person={person} size="2.5rem" />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="subtitle1" component="h1" noWrap sx={{ lineHeight: 1.35 }}>
        {person.nickname}
      </Typography>
      <Typography
        variant="body2"
        color="textSecondary"
        noWrap
        {...(subjectTo === undefined ? {} : { component: Link, to: subjectTo })}
        sx={{ display: "block" }}
      >
        {subject}
      </Typography>
    </Box>
    {onReport ? (
      <Tooltip title="신고하기">
        <IconButton aria-label="신고하기" onClick={onReport}>
          <FlagOutlined />
        </IconButton>
      </Tooltip>
    ) : null}
  </Box>
);
