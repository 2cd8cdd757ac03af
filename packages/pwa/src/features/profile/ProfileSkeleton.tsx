import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";

const Block = ({ hasPicture = false, lines }: { hasPicture?: boolean; lines: number }) => (
  <Card sx={{ p: { xs: 2, md: 3 }, display: "grid", gap: 1.5 }}>
    <Skeleton width={120} height={40} />
    {hasPicture ? (
      <Box sx={{ display: "flex", alignItems: "center", gap: 2 }}>
        <Skeleton variant="circular" width={72} height={72} />
        <Skeleton width="45%" height={32} />
      </Box>
    ) : null}
    {Array.from({ length: lines }, (_, position) => (
      <Skeleton key={position} width={`${90 - 12 * (position % 4)}%`} />
    ))}
  </Card>
);

const column = { display: "grid", gap: { xs: 2, md: 3 } } as const;

/** The profile before its user is known. */
export const ProfileSkeleton = () => (
  <Box sx={column}>
    <PageTitle title="내 정보" />
    <Box
      role="status"
      aria-busy
      aria-label="내 정보를 불러오는 중"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 380px) minmax(0, 1fr)" },
        gap: { xs: 2, md: 3 },
        alignItems: "start",
      }}
    >
      <Box sx={column}>
        <Block hasPicture lines={5} />
        <Block lines={2} />
      </Box>
      <Box sx={column}>
        <Block lines={5} />
        <Block lines={12} />
      </Box>
    </Box>
  </Box>
);
