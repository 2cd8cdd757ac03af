import type { Content } from "@knowhow/shared";

/** A content as the server would send it. */
export const buildContent = (overrides: Partial<Content> = {}): Content => ({
  id: "01900000-0000-7000-8000-000000000001",
  title: "여행 영어 필수 표현 200",
  description: "공항에서 바로 쓰는 말",
  category: "language",
  price: 10_000,
  fileUrls: [],
  fileNames: ["표현.pdf"],
  fileCount: 1,
  isExternalLink: false,
  previewImageUrls: [],
  fileUrl: "",
  previewImageUrl: null,
  sellerId: "01900000-0000-7000-8000-000000000009",
  mentorNickname: "지현",
  mentorProfileImageUrl: null,
  viewCount: 12_345,
  purchasesCount: 7,
  likesCount: 3,
  uploadTime: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z",
  hasPurchased: false,
  hasLiked: false,
  isOwner: false,
  ...overrides,
});
