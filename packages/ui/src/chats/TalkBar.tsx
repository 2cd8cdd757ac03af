import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { PersonAvatar, type Person } from "./PersonAvatar.tsx";

interface TalkBarProps {
  backTo: string;
  backLabel: string;
  person?: Person;
  title: string;
  /** What the conversation is about, and the page of it where there is one. */
  subject: string;
  subjectTo?: string | undefined;
  /** What can be done about the conversation, at the end of the bar. */
  action?: ReactNode;
}

/** Top of a conversation: the way back, with whom, about what. */
export const TalkBar = ({ backTo, backLabel, person, title, subject, subjectTo, action }: TalkBarProps) => (
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
    <IconButton component={Link} to={backTo} aria-label={backLabel}>
      <ArrowBackRounded />
    </IconButton>
    {person ? <PersonAvatar person={person} size="2.5rem" /> : null}
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="subtitle1" component="h1" noWrap sx={{ lineHeight: 1.35 }}>
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
