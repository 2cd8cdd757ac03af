import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { PersonAvatar, type Person } from "./PersonAvatar.tsx";

interface TalkBarProps {
  /** The way back; none where the list stands beside it. */
  back: { to: string; label: string } | undefined;
  person?: Person;
  title: string;
  heading?: "h1" | "h2";
  /** The subject of the conversation, and its page where there is one. */
  subject: string;
  subjectTo?: string | undefined;
  /** An act on the conversation, at the end of the bar. */
  action?: ReactNode;
}

/** Top of a conversation: the way back, the other person, the subject. */
export const TalkBar = ({
  back,
  person,
  title,
  heading = "h1",
  subject,
  subjectTo,
  action,
}: TalkBarProps) => (
  <Box
    component="header"
    sx={{
      display: "flex",
      alignItems: "center",
      gap: 1,
      px: back ? 1 : 2,
      py: 0.75,
      bgcolor: "background.paper",
      borderBottom: "1px solid",
      borderColor: "divider",
    }}
  >
    {back ? (
      <IconButton component={Link} to={back.to} aria-label={back.label}>
        <ArrowBackRounded />
      </IconButton>
    ) : null}
    {person ? <PersonAvatar person={person} size="2.5rem" /> : null}
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="subtitle1" component={heading} noWrap sx={{ lineHeight: 1.35 }}>
        {title}
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
    {action}
  </Box>
);
