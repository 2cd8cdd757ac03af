import BookmarkBorderRounded from "@mui/icons-material/BookmarkBorderRounded";
import BookmarkRounded from "@mui/icons-material/BookmarkRounded";
import type { Content } from "@knowhow/shared";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useWish } from "./useWish.ts";

interface WishButtonProps {
  content: Pick<Content, "id" | "title" | "isWished">;
  /** With the word beside the bookmark, where there is room. */
  isWide?: boolean;
}

/** Keeps a content in mind, or takes that back. */
export const WishButton = ({ content, isWide = false }: WishButtonProps) => {
  const wish = useWish();
  const Icon = content.isWished ? BookmarkRounded : BookmarkBorderRounded;
  const label = content.isWished ? "찜 해제" : "찜하기";
  const handleClick = () => {
    // A second press during the first request would ask for the opposite of the shown state.
    if (!wish.isPending) wish.mutate(content);
  };
  return isWide ? (
    <Button
      variant="outlined"
      color={content.isWished ? "primary" : "inherit"}
      startIcon={<Icon />}
      onClick={handleClick}
    >
      {label}
    </Button>
  ) : (
    <IconButton
      aria-label={`${content.title} ${label}`}
      onClick={handleClick}
      sx={{ color: content.isWished ? "primary.main" : "text.secondary" }}
    >
      <Icon fontSize="small" />
    </IconButton>
  );
};
