import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import { josa } from "es-hangul";
import { useRef, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { ErrorState } from "./ErrorState.tsx";
import { EmptyState } from "../components/EmptyState.tsx";
import { LoadMore } from "../components/LoadMore.tsx";

/** The shape of a list of rows before it is there. */
export const RowsSkeleton = ({ title, rowHeight }: { title: string; rowHeight: number }) => (
  <Box
    role="status"
    aria-busy
    aria-label={`${josa(title, "을/를")} 불러오는 중`}
    sx={{ display: "grid", gap: 2 }}
  >
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} variant="rounded" height={rowHeight} />
    ))}
  </Box>
);

interface PagedRowsProps<T> {
  title: string;
  rowHeight: number;
  pages: Parameters<typeof LoadMore>[0]["pages"] & {
    items: T[] | undefined;
    refetch: () => Promise<unknown>;
  };
  /** Where there is none: it leads to the market. */
  empty: { icon: SvgIconComponent; title: string; description: string };
  /** A list item for each. */
  children: (item: T) => ReactNode;
}

/** A person's own paged list in one card, in all its states. */
export const PagedRows = <T,>({ title, rowHeight, pages, empty, children }: PagedRowsProps<T>) => {
  const list = useRef<HTMLUListElement>(null);
  if (pages.items === undefined)
    return pages.error ? (
      <ErrorState
        error={pages.error}
        title={`${josa(title, "을/를")} 불러오지 못했습니다`}
        component="h2"
        onRetry={() => void pages.refetch()}
        unconnected={{
          title: `${josa(title, "은/는")} 아직 이 기기에 없어요`,
          description: "연결되면 저절로 보여요.",
        }}
      />
    ) : (
      <RowsSkeleton title={title} rowHeight={rowHeight} />
    );
  if (pages.items.length === 0)
    return (
      <EmptyState
        {...empty}
        component="h2"
        action={
          <Button component={Link} to="/market" variant="contained">
            마켓 둘러보기
          </Button>
        }
      />
    );
  return (
    <div>
      <Card>
        <Box component="ul" ref={list} aria-label={title} sx={{ m: 0, p: 0, listStyle: "none" }}>
          {pages.items.map(children)}
        </Box>
      </Card>
      <LoadMore pages={pages} list={list} />
    </div>
  );
};
