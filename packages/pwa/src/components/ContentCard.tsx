import FavoriteRounded from "@mui/icons-material/FavoriteRounded";
import PhotoLibraryRounded from "@mui/icons-material/PhotoLibraryRounded";
import ShoppingBagOutlined from "@mui/icons-material/ShoppingBagOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import type { SvgIconComponent } from "@mui/icons-material";
import type { Content } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { CategoryBadge } from "@knowhow/ui/components/CategoryBadge.tsx";
import { ContentCover } from "./ContentCover.tsx";
import { formatCount } from "@knowhow/ui/components/format.ts";
import { previewsOf } from "@knowhow/ui/client/pictures.ts";
import { PriceText } from "@knowhow/ui/components/PriceText.tsx";

const Counter = ({ icon: Icon, label, count }: { icon: SvgIconComponent; label: string; count: number }) => (
  <Box
    component="li"
    aria-label={`${label} ${count}`}
    sx={{ display: "inline-flex", alignItems: "center", gap: "3px", whiteSpace: "nowrap" }}
  >
    <Icon aria-hidden sx={{ fontSize: "1.15em" }} />
    <span aria-hidden>{formatCount(count)}</span>
  </Box>
);

/** Views, purchases and likes of a content. */
export const ContentCounters = ({ content }: { content: Content }) => (
  <Box
    component="ul"
    sx={{
      display: "flex",
      flexWrap: "wrap",
      columnGap: { xs: 1, md: 1.25 },
      p: 0,
      m: 0,
      listStyle: "none",
      typography: "body2",
      color: "text.secondary",
      fontVariantNumeric: "tabular-nums",
    }}
  >
    <Counter icon={VisibilityOutlined} label="조회" count={content.viewCount} />
    <Counter icon={ShoppingBagOutlined} label="구매" count={content.purchasesCount} />
    <Counter icon={FavoriteRounded} label="좋아요" count={content.likesCount} />
  </Box>
);

const MoreImages = ({ count }: { count: number }) => (
  <Box
    component="span"
    aria-label={`이미지 ${count}장 더 있음`}
    role="img"
    sx={{
      position: "absolute",
      right: 8,
      bottom: 8,
      display: "inline-flex",
      alignItems: "center",
      gap: 0.5,
      px: 1,
      borderRadius: 999,
      typography: "overline",
      bgcolor: "rgb(20 22 26 / 78%)",
      color: "#FFFFFF",
    }}
  >
    <PhotoLibraryRounded aria-hidden sx={{ fontSize: "1.1em" }} />+{count}
  </Box>
);

/** The rank among the most popular: in the text, since covers have their own titles in every corner. */
const Rank = ({ rank }: { rank: number }) => (
  <Typography
    component="span"
    variant="h3"
    role="img"
    aria-label={`인기 ${rank}위`}
    sx={{ lineHeight: 1, fontWeight: 800, fontVariantNumeric: "tabular-nums" }}
  >
    {rank}
  </Typography>
);

/** Number and mean of the ratings: the number alone where there are too few for a mean. */
const RatingNote = ({ content: { ratingCount, ratingMean } }: { content: Content }) =>
  // A content that the device kept before there were ratings has none.
  ratingCount > 0 ? (
    <Box component="span" sx={{ whiteSpace: "nowrap" }}>
      {ratingMean === null ? "후기 " : `★ ${ratingMean.toFixed(1)} (`}
      {formatCount(ratingCount)}
      {ratingMean === null ? null : ")"}
    </Box>
  ) : null;

const frame = {
  position: "relative",
  display: "flex",
  flexDirection: "column",
  height: "100%",
  overflow: "hidden",
  borderRadius: "12px",
  border: "1px solid",
  borderColor: "divider",
  bgcolor: "background.paper",
} as const;

interface ContentCardProps {
  content: Content;
  /** The like button: above the link, not inside it. */
  action?: ReactNode;
  sizes?: string;
  isEager?: boolean;
  headingLevel?: "h2" | "h3" | "h4";
  /** From 1, in a list that goes by popularity. */
  rank?: number;
  /** Words of a search, which the content's page looks for in its trial. */
  words?: string;
}

/** One content in a list: the whole card is one link. */
export const ContentCard = ({
  content,
  action,
  sizes,
  isEager = false,
  headingLevel = "h3",
  rank,
  words,
}: ContentCardProps) => {
  const more = previewsOf(content).length - 1;
  return (
    <Box
      component="article"
      sx={{
        ...frame,
        transition: "box-shadow 180ms, border-color 180ms",
        "& img": { transition: "scale 200ms" },
        "@media (hover: hover)": {
          "&:hover": { boxShadow: 1, borderColor: "transparent" },
          "&:hover img": { scale: "1.03" },
        },
        "&:has(a:active)": { bgcolor: "action.hover" },
        "&:has(a:focus-visible)": { outline: "3px solid", outlineColor: "primary.main", outlineOffset: 2 },
      }}
    >
      <Box sx={{ position: "relative" }}>
        <ContentCover content={content} isEager={isEager} {...(sizes ? { sizes } : {})} />
        {more > 0 ? <MoreImages count={more} /> : null}
      </Box>
      <Box sx={{ display: "flex", flexDirection: "column", flex: 1, gap: 0.75, p: { xs: 1.5, md: 2 } }}>
        <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 0.5 }}>
          <CategoryBadge category={content.category} />
          {rank === undefined ? null : <Rank rank={rank} />}
        </Box>
        <Typography
          component={headingLevel}
          variant="subtitle2"
          sx={{
            display: "-webkit-box",
            WebkitBoxOrient: "vertical",
            WebkitLineClamp: 2,
            overflow: "hidden",
            minHeight: "3em",
          }}
        >
          <Box
            component={Link}
            to={`/content/${content.id}${words ? `?words=${encodeURIComponent(words)}` : ""}`}
            sx={{
              color: "inherit",
              textDecoration: "none",
              outline: "none",
              "&::after": { content: '""', position: "absolute", inset: 0, zIndex: 1 },
            }}
          >
            {content.title}
          </Box>
        </Typography>
        <Box sx={{ display: "flex", gap: 1, typography: "body2", color: "text.secondary" }}>
          <Typography variant="body2" noWrap sx={{ flex: 1 }}>
            {content.mentorNickname}
          </Typography>
          <RatingNote content={content} />
        </Box>
        <Box
          sx={{
            mt: "auto",
            display: "flex",
            alignItems: "center",
            justifyContent: "space-between",
            minHeight: 44,
          }}
        >
          <PriceText price={content.price} />
          {action ? <Box sx={{ position: "relative", zIndex: 2, mr: -1.5 }}>{action}</Box> : null}
        </Box>
        <ContentCounters content={content} />
      </Box>
    </Box>
  );
};

/** The skeleton of a card. */
export const ContentCardSkeleton = () => (
  <Box sx={frame} data-skeleton="card" aria-hidden>
    <Skeleton variant="rectangular" sx={{ aspectRatio: "4 / 3", height: "auto" }} />
    <Box sx={{ display: "flex", flexDirection: "column", gap: 0.75, p: { xs: 1.5, md: 2 } }}>
      <Skeleton variant="rounded" width={92} height={24} sx={{ borderRadius: 999 }} />
      <Typography variant="subtitle2" component="div" sx={{ minHeight: "3em" }}>
        <Skeleton width="92%" />
        <Skeleton width="60%" />
      </Typography>
      <Typography variant="body2" component="div">
        <Skeleton width="40%" />
      </Typography>
      <Typography
        variant="subtitle1"
        component="div"
        sx={{ display: "flex", alignItems: "center", minHeight: 44 }}
      >
        <Skeleton width="50%" />
      </Typography>
      <Typography variant="body2" component="div">
        <Skeleton width="70%" />
      </Typography>
    </Box>
  </Box>
);
