import type { Rating } from "@knowhow/shared";

/** The pictures of a rating; one that was kept by an older version has none. */
export const picturesOf = (rating: Partial<Pick<Rating, "pictures">> | undefined): Rating["pictures"] =>
  rating?.pictures ?? [];

/** Words for a picture, for those who do not see it. */
export const altOf = (
  { user: { nickname } }: Pick<Rating, "user">,
  index: number,
  alt: string | null,
): string => alt ?? `${nickname}님의 후기 사진 ${index + 1}`;
