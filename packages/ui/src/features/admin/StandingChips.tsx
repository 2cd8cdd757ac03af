import { warningsToBan } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { serverNow } from "../../client/serverClock.ts";
import { formatDateTime } from "../../components/format.ts";

interface StandingChipsProps {
  standing: { warningCount: number; suspendedUntil: string | null; isBanned: boolean };
}

/** A person's sanction status: warnings, a suspension with its end, a ban. */
export const StandingChips = ({
  standing: { warningCount, suspendedUntil, isBanned },
}: StandingChipsProps) => {
  const isSuspended = suspendedUntil !== null && new Date(suspendedUntil) > serverNow();
  return (
    <Box sx={{ display: "inline-flex", flexWrap: "wrap", gap: 0.75 }}>
      <Chip
        size="small"
        variant="outlined"
        color={warningCount > 0 ? "warning" : "default"}
        label={`누적 경고 ${warningCount}/${warningsToBan}`}
      />
      {isBanned ? <Chip size="small" color="error" variant="outlined" label="영구 이용 제한" /> : null}
      {isSuspended && !isBanned ? (
        <Chip size="small" color="warning" label={`${formatDateTime(suspendedUntil)}까지 정지`} />
      ) : null}
    </Box>
  );
};
