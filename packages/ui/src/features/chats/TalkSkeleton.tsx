import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";

const widths = ["52%", "38%", "64%", "30%", "46%"] as const;

/** The shape of a conversation that is on its way. */
export const TalkSkeleton = () => (
  <Box
    role="status"
    aria-label="대화를 불러오는 중"
    sx={{ flex: 1, display: "grid", gap: 1.5, p: 2, alignContent: "end" }}
  >
    {widths.map((width, at) => (
      <Skeleton
        key={width}
        variant="rounded"
        width={width}
        height={44}
        sx={{ borderRadius: "16px", justifySelf: at % 2 === 0 ? "start" : "end" }}
      />
    ))}
  </Box>
);
