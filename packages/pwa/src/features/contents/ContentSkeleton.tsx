import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { contentColumns } from "./contentColumns.ts";

/** The shape of the content page before it is there. */
export const ContentSkeleton = () => (
  <Box sx={contentColumns} role="status" aria-label="콘텐츠를 불러오는 중">
    <Box sx={{ display: "grid", gap: 3, alignContent: "start" }}>
      <Box sx={{ display: "grid", gridTemplateColumns: { md: "15rem minmax(0, 1fr)" }, gap: 3 }}>
        <Skeleton
          variant="rounded"
          sx={{ display: { xs: "none", md: "block" }, aspectRatio: "4 / 3", height: "auto" }}
        />
        <Box sx={{ display: "grid", gap: 1.5 }}>
          <Box sx={{ display: "grid", gap: 0.5 }}>
            <Skeleton variant="rounded" width={96} height={26} sx={{ borderRadius: 999 }} />
            <Box
              sx={{ display: "flex", justifyContent: "space-between", minHeight: 44, alignItems: "center" }}
            >
              <Skeleton width="45%" height={20} />
              <Skeleton variant="rounded" width={110} height={44} />
            </Box>
          </Box>
          <Typography variant="h1" component="div">
            <Skeleton width="80%" />
          </Typography>
          <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, minHeight: 59, pt: 1.5 }}>
            <Skeleton variant="circular" width={40} height={40} />
            <Skeleton width="30%" />
          </Box>
        </Box>
      </Box>
      <Box>
        {["100%", "96%", "88%", "40%"].map((width) => (
          <Skeleton key={width} width={width} height={26} />
        ))}
      </Box>
      <Skeleton variant="rounded" sx={{ aspectRatio: "4 / 3", height: "auto" }} />
    </Box>
    <Skeleton variant="rounded" height={230} sx={{ display: { xs: "none", md: "block" } }} />
  </Box>
);
