import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import type { ReactNode, Ref } from "react";

interface TalkListProps {
  label: string;
  listRef?: Ref<HTMLUListElement>;
  /** One `li` for each conversation. */
  children: ReactNode;
}

/** A list of conversations. */
export const TalkList = ({ label, listRef, children }: TalkListProps) => (
  <Box
    component="ul"
    ref={listRef}
    aria-label={label}
    sx={{
      m: 0,
      p: 0,
      listStyle: "none",
      "& > li": { containerType: "inline-size" },
      "& > li + li": { borderTop: "1px solid", borderColor: "divider" },
    }}
  >
    {children}
  </Box>
);

/** In the place of a list of conversations that is being loaded. */
export const TalkListSkeleton = ({ label }: { label: string }) => (
  <Box role="status" aria-label={label}>
    {[0, 1, 2, 3, 4].map((row) => (
      <Box key={row} sx={{ display: "flex", alignItems: "center", gap: 1.5, px: 2, py: 1.5 }}>
        <Skeleton variant="circular" width="3rem" height="3rem" sx={{ flexShrink: 0 }} />
        <Box sx={{ flex: 1 }}>
          <Skeleton width="45%" height={24} />
          <Skeleton width="60%" />
          <Skeleton width="80%" height={24} />
        </Box>
      </Box>
    ))}
  </Box>
);
