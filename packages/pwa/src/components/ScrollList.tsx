import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { Fragment, type ReactNode, type Ref } from "react";

const row = {
  display: "grid",
  gridTemplateColumns: { xs: "88px minmax(0, 1fr)", sm: "128px minmax(0, 1fr)" },
  gap: 2,
  py: 2,
  "&:not(:last-of-type)": { borderBottom: "1px solid", borderColor: "divider" },
} as const;

/** The actions of an entry: their words begin where its text begins. */
export const rowActs = {
  gap: 0.5,
  ml: -1.25,
  "& > .MuiButton-root": { minWidth: 0, px: 1.25 },
} as const;

interface ListProps {
  label: string;
  children: ReactNode;
  /** Below the last entry: loads more of them. */
  after?: ReactNode;
  listRef?: Ref<HTMLUListElement>;
}

/** A list that makes the page longer. */
export const PlainList = ({ label, children, after, listRef }: ListProps) => (
  <div>
    <Box component="ul" aria-label={label} ref={listRef} sx={{ m: 0, p: 0, listStyle: "none" }}>
      {children}
    </Box>
    {after}
  </div>
);

/** A list that scrolls within the profile instead of making it longer. */
export const ScrollList = ({ label, children, after, listRef }: ListProps) => (
  <Box
    role="region"
    aria-label={label}
    // Without focusable entries the keyboard could not scroll the list.
    tabIndex={0}
    sx={{
      maxHeight: "24rem",
      overflowY: "auto",
      overscrollBehavior: "contain",
      mx: -1,
      px: 1,
      position: "relative",
    }}
  >
    <Box component="ul" ref={listRef} sx={{ m: 0, p: 0, listStyle: "none" }}>
      {children}
    </Box>
    {after}
  </Box>
);

/** One entry: a small cover, with text and actions beside it. */
export const ScrollListRow = ({ cover, children }: { cover: ReactNode; children: ReactNode }) => (
  <Box component="li" sx={row}>
    <Box sx={{ borderRadius: "10px", overflow: "hidden", alignSelf: "start" }}>{cover}</Box>
    <Box sx={{ minWidth: 0, display: "grid", gap: 0.75, alignContent: "start" }}>{children}</Box>
  </Box>
);

const textLines = (
  <Box>
    <Skeleton width="80%" />
    <Skeleton width="45%" />
    <Skeleton width="60%" />
  </Box>
);

interface ListSkeletonProps {
  label: string;
}

/** A list without covers before its entries are there. */
export const PlainListSkeleton = ({ label }: ListSkeletonProps) => (
  <Box aria-busy role="status" aria-label={`${label}을 불러오는 중`} sx={{ display: "grid", gap: 3, py: 2 }}>
    {[0, 1, 2].map((position) => (
      <Fragment key={position}>{textLines}</Fragment>
    ))}
  </Box>
);

/** The list before its entries are there. */
export const ScrollListSkeleton = ({ label }: ListSkeletonProps) => (
  <Box aria-busy role="status" aria-label={`${label}을 불러오는 중`}>
    {[0, 1, 2].map((position) => (
      <Box key={position} sx={row}>
        <Skeleton variant="rounded" sx={{ aspectRatio: "4 / 3", height: "auto" }} />
        {textLines}
      </Box>
    ))}
  </Box>
);
