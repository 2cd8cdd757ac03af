import ChevronRightRounded from "@mui/icons-material/ChevronRightRounded";
import type { Content } from "@knowhow/shared";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { ContentCardSkeleton } from "../../components/ContentCard.tsx";
import { Shelf } from "@knowhow/ui/components/Shelf.tsx";
import { ContentTile } from "./ContentTile.tsx";

interface ContentShelfProps {
  title: ReactNode;
  /** Undefined while they are loading. */
  contents: readonly Content[] | undefined;
  skeletons: number;
  /** Where 모두 보기 leads. */
  moreTo?: string;
  moreLabel?: string;
  isEager?: boolean;
  /** The most popular one first: each card shows its rank. */
  isRanked?: boolean;
}

/** A shelf of content cards, of skeletons before they are there. */
export const ContentShelf = ({
  title,
  contents,
  skeletons,
  moreTo,
  moreLabel,
  isEager = false,
  isRanked = false,
}: ContentShelfProps) => (
  <Shelf
    title={title}
    isBusy={contents === undefined}
    more={
      moreTo === undefined ? null : (
        <Button
          component={Link}
          to={moreTo}
          size="small"
          endIcon={<ChevronRightRounded sx={{ mx: -0.5 }} />}
          {...(moreLabel ? { "aria-label": moreLabel } : {})}
          sx={{ mr: { xs: -1, md: 0 } }}
        >
          모두 보기
        </Button>
      )
    }
  >
    {contents === undefined
      ? Array.from({ length: skeletons }, (_, position) => <ContentCardSkeleton key={position} />)
      : contents.map((content, position) => (
          <ContentTile
            key={content.id}
            content={content}
            isEager={isEager && position < 4}
            {...(isRanked ? { rank: position + 1 } : {})}
          />
        ))}
  </Shelf>
);
