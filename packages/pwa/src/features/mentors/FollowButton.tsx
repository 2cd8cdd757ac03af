import AddRounded from "@mui/icons-material/AddRounded";
import CheckRounded from "@mui/icons-material/CheckRounded";
import Button from "@mui/material/Button";
import type { Mentor } from "@knowhow/shared";
import { useFollow } from "./useFollow.ts";

/** Follows a mentor, and says whether one does. */
export const FollowButton = ({ mentor, size = "medium" }: { mentor: Mentor; size?: "small" | "medium" }) => {
  const { toggle, isPending } = useFollow(mentor);
  return (
    <Button
      variant={mentor.isFollowed ? "outlined" : "contained"}
      size={size}
      startIcon={mentor.isFollowed ? <CheckRounded /> : <AddRounded />}
      aria-pressed={mentor.isFollowed}
      aria-label={`${mentor.nickname}님 팔로우`}
      loading={isPending}
      loadingPosition="start"
      onClick={toggle}
      sx={{ flex: "none", minWidth: "6.5rem" }}
    >
      {mentor.isFollowed ? "팔로잉" : "팔로우"}
    </Button>
  );
};
