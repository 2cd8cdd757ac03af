import Typography from "@mui/material/Typography";
import { unkeptWords } from "../jobs/unkept.ts";

/** Beside what waits and is in this page's memory alone. */
export const UnkeptNote = () => (
  <Typography variant="body2" color="warning" role="note">
    {unkeptWords}
  </Typography>
);
