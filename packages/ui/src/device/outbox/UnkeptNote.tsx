import Typography from "@mui/material/Typography";
import { unkeptWords } from "./sendStatus.ts";

/** Shown beside waiting acts that are in this page's memory alone. */
export const UnkeptNote = () => (
  <Typography variant="body2" color="warning" role="note">
    {unkeptWords}
  </Typography>
);
