import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import { useRef, type ComponentProps, type ReactNode } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../client/ErrorState.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { useFocusAfterRemoval } from "../../components/useFocusAfterRemoval.ts";

/** Height from which the lists of administrators scroll on a desk, in px; on a phone only the page scrolls. */
const maxListHeight = 600;
/** A window that shows such a list whole, below its header; in a lower one only the page scrolls. */
const tallDesk = "@media (min-width: 900px) and (min-height: 1080px)";

interface AdminListProps<I> {
  label: string;
  items: readonly I[] | undefined;
  pages: ComponentProps<typeof LoadMore>["pages"] & { refetch: () => Promise<unknown> };
  keyOf: (item: I) => string;
  renderItem: (item: I) => ReactNode;
  empty: { icon: SvgIconComponent; title: string; description: string };
}

const Waiting = ({ label }: { label: string }) => (
  <Box role="status" aria-label={`${label}을 불러오는 중`} sx={{ display: "grid", gap: 1.5 }}>
    {[0, 1, 2].map((row) => (
      <Card key={row} sx={{ p: 2 }}>
        <Skeleton width="30%" height={28} />
        <Skeleton width="55%" />
        <Skeleton width="80%" />
        <Skeleton variant="rounded" width={180} height={40} sx={{ mt: 1.5 }} />
      </Card>
    ))}
  </Box>
);

/** A list of the dashboard: scrolls within itself on a tall desk, loads more on demand, and shows when it is empty. */
export const AdminList = <I,>({ label, items, pages, keyOf, renderItem, empty }: AdminListProps<I>) => {
  const list = useRef<HTMLUListElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(region);
  if (items === undefined)
    return pages.error ? (
      <ErrorState
        error={pages.error}
        component="h2"
        title={`${label}을 불러오지 못했습니다`}
        onRetry={() => void pages.refetch()}
      />
    ) : (
      <Waiting label={label} />
    );
  return (
    <Box
      ref={region}
      role="region"
      aria-label={label}
      // A list without focusable entries could not be scrolled by keyboard.
      tabIndex={0}
      sx={{
        [tallDesk]: { maxHeight: maxListHeight, overflowY: "auto" },
        ...{ mx: -1, px: 1, pb: 1, position: "relative" },
      }}
    >
      {items.length === 0 && !pages.hasNextPage ? <EmptyState {...empty} isCompact /> : null}
      <Box
        component="ul"
        ref={list}
        sx={{
          m: 0,
          p: 0,
          listStyle: "none",
          display: "grid",
          gridTemplateColumns: "minmax(0, 1fr)",
          gap: 1.5,
        }}
      >
        {items.map((item) => (
          <li key={keyOf(item)}>{renderItem(item)}</li>
        ))}
      </Box>
      <LoadMore pages={pages} list={list} />
    </Box>
  );
};
