import FavoriteBorderRounded from "@mui/icons-material/FavoriteBorderRounded";
import FavoriteRounded from "@mui/icons-material/FavoriteRounded";
import type { Content } from "@knowhow/shared";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { formatCount } from "@knowhow/ui/components/format.ts";
import { useLike } from "./useLike.ts";

interface LikeButtonProps {
  content: Pick<Content, "id" | "title" | "hasLiked" | "likesCount">;
  /** With the word and the count beside the heart, where there is room. */
  isWide?: boolean;
}

/** Likes a content, or takes the like back. */
export const LikeButton = ({ content, isWide = false }: LikeButtonProps) => {
  const like = useLike();
  const Icon = content.hasLiked ? FavoriteRounded : FavoriteBorderRounded;
  const handleClick = () => {
    // A second press during the first request would ask for the opposite of the shown state.
    if (!like.isPending) like.mutate(content);
  };
  return isWide ? (
    <Button
      variant="outlined"
      color={content.hasLiked ? "secondary" : "inherit"}
      startIcon={<Icon />}
      aria-pressed={content.hasLiked}
      onClick={handleClick}
    >
      좋아요 {formatCount(content.likesCount)}
    </Button>
  ) : (
    <IconButton
      aria-label={`${content.title} 좋아요`}
      aria-pressed={content.hasLiked}
      onClick={handleClick}
      sx={{ color: content.hasLiked ? "secondary.main" : "text.secondary" }}
    >
      <Icon fontSize="small" />
    </IconButton>
  );
};
