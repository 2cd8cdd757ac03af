import type { Comment } from "@knowhow/shared";

/** A comment as the server would send it. */
export const buildComment = (overrides: Partial<Comment> = {}): Comment => ({
  id: "01900000-0000-7000-8000-0000000000c1",
  userId: "01900000-0000-7000-8000-0000000000aa",
  user: { nickname: "서연" },
  comment: "좋아요",
  createdAt: "2026-11-20T05:06:00.000Z",
  state: "listed",
  hiddenReason: null,
  ...overrides,
});
