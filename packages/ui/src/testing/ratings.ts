import type { Rating, RatingPage } from "@knowhow/shared";

/** A rating as the server would send it. */
export const buildRating = (overrides: Partial<Rating> = {}): Rating => ({
  id: "01900000-0000-7000-8000-0000000000d1",
  contentId: "01900000-0000-7000-8000-000000000001",
  userId: "01900000-0000-7000-8000-0000000000ab",
  user: { nickname: "도윤", profileImageUrl: null },
  score: 4,
  text: "예문이 많아서 좋았어요",
  createdAt: "2026-11-20T05:06:00.000Z",
  updatedAt: "2026-11-20T05:06:00.000Z",
  answer: null,
  pictures: [],
  state: "listed",
  hiddenReason: null,
  helpfulCount: 0,
  isHelpful: false,
  isMine: false,
  ...overrides,
});

/** The first page of a content's ratings as the server would send it: of one without any, unless more is said. */
export const buildRatingPage = (overrides: Partial<RatingPage> = {}): RatingPage => ({
  ratings: [],
  summary: { count: 0, mean: null, distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } },
  own: null,
  obstacle: "PURCHASE_REQUIRED",
  ...overrides,
});
