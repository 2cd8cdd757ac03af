import type { Content } from "@knowhow/shared";
import Box from "@mui/material/Box";
import type { ComponentType, ReactNode, Ref } from "react";
import { ContentCardSkeleton } from "../../components/ContentCard.tsx";
import { ContentTile } from "./ContentTile.tsx";

const Grid = ({
  children,
  isBusy = false,
  listRef,
}: {
  children: ReactNode;
  isBusy?: boolean;
  listRef?: Ref<HTMLUListElement>;
}) => (
  <Box
    component="ul"
    ref={listRef}
    aria-busy={isBusy}
    sx={{
      display: "grid",
      gridTemplateColumns: {
        // Two; one where the text is too large for the price and the button of a card in half the width.
        xs: "repeat(auto-fill, minmax(min(100%, max(7.25rem, 40%)), 1fr))",
        sm: "repeat(3, minmax(0, 1fr))",
        lg: "repeat(4, minmax(0, 1fr))",
      },
      gap: { xs: 1.5, md: 2 },
      m: 0,
      p: 0,
      listStyle: "none",
    }}
  >
    {children}
  </Box>
);

/** Cards of a list, in as many columns as fit. */
export const ContentGrid = <C extends Content>({
  contents,
  listRef,
  Tile = ContentTile,
  words,
}: {
  contents: readonly C[];
  listRef?: Ref<HTMLUListElement>;
  /** A card with another button than that of likes. */
  Tile?: ComponentType<{ content: C; isEager?: boolean; words?: string }>;
  /** Of the search that found them. */
  words?: string | undefined;
}) => (
  <Grid {...(listRef ? { listRef } : {})}>
    {contents.map((content, position) => (
      <li key={content.id}>
        <Tile content={content} isEager={position < 4} {...(words ? { words } : {})} />
      </li>
    ))}
  </Grid>
);

/** The same grid before its cards are there. */
export const ContentGridSkeleton = ({ count }: { count: number }) => (
  <Grid isBusy>
    {Array.from({ length: count }, (_, position) => (
      <li key={position}>
        <ContentCardSkeleton />
      </li>
    ))}
  </Grid>
);
