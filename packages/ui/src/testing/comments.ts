import type { Comment, CommentAnswer } from "@knowhow/shared";

/** An answer to a comment as the server would send it. */
export const buildCommentAnswer = (overrides: Partial<CommentAnswer> = {}): CommentAnswer => ({
  id: "01900000-0000-7000-8000-0000000000c1",
  userId: "01900000-0000-7000-8000-0000000000aa",
  user: { nickname: "서연" },
  comment: "좋아요",
  createdAt: "2026-11-20T05:06:00.000Z",
  editedAt: null,
  isMentor: false,
  state: "listed",
  hiddenReason: null,
  ...overrides,
});

/** A comment as the server would send it. */
export const buildComment = ({ answers = [], ...overrides }: Partial<Comment> = {}): Comment => ({
  ...buildCommentAnswer(overrides),
  answers,
});
